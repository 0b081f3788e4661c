/** For tests: a real PostgreSQL server, and fresh databases in it; or servers of their own that fail and follow each other. */
export { createDatabase, type CreatedDatabase } from './databases.ts'
export type { ServerSettings } from './keeper.ts'
export { type OwnServer, startServer, type StopMode } from './own-server.ts'
export { ordinaryUser } from './programs.ts'
export { type Relay, startRelay } from './relay.ts'
export { postgresServer, type PostgresServer } from './server.ts'
