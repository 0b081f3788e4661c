/** The PostgreSQL server that tests share: tests use it, and never stop it. */
import { env } from 'node:process'
import { keepServer, makePlace, releaseKeeper, urlOf } from './keeper.ts'

/** A server with its socket in a directory of its own. Whoever may enter that directory is its superuser. */
export interface PostgresServer {
  /** The directory of its socket. */
  readonly socket: string
  /** The address of a database in it. */
  url(database: string): string
}

/** The environment variable with the socket of the server that all processes of a test run share. */
export const sharedSocket = 'TEST_POSTGRES_SOCKET'

let own: Promise<PostgresServer> | undefined

/** The server of this test run, or one of this process if the run has none. */
export function postgresServer(): Promise<PostgresServer> {
  const socket = env[sharedSocket]
  if (socket !== undefined) return Promise.resolve({ socket, url: urlOf(socket) })
  own ??= startPostgres()
  return own
}

/** Starts another server, with the programs in a directory. It disappears with the tests like every server. */
export async function startPostgres(programs?: string): Promise<PostgresServer> {
  const place = makePlace(programs)
  const child = await keepServer(place)
  // The tests end when they are done, and the pipes with them.
  releaseKeeper(child)
  return { socket: place.root, url: urlOf(place.root) }
}
