/** For tests: a real PostgreSQL server with fresh databases, or servers of a single test that fail and take over. */
export { asService, carefulSettings, serviceRights, startCareful } from './careful.ts'
export type { ServerSettings } from './keeper.ts'
export { type OwnServer, startServer, type StopMode, withClient } from './own-server.ts'
export { findPrograms, openPrograms, ordinaryUser, socketsDirectory } from './programs.ts'
export { type Relay, startRelay } from './relay.ts'
export {
  createDatabase,
  type CreatedDatabase,
  postgresServer,
  type PostgresServer,
  startPostgres,
} from './server.ts'
