/** For tests: a real PostgreSQL server, and fresh databases in it. */
export { createDatabase, type CreatedDatabase } from './databases.ts'
export { findPrograms, ordinaryUser } from './programs.ts'
export { type Relay, startRelay } from './relay.ts'
export { postgresServer, type PostgresServer } from './server.ts'
