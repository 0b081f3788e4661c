/** The PostgreSQL server that tests share: it is only asked, never stopped. */
import { env } from 'node:process'
import { keepServer, makePlace, releaseKeeper, urlOf } from './keeper.ts'

/** A server that answers on a socket in a directory of its own. Whoever may enter that is its superuser. */
export interface PostgresServer {
  /** The directory of its socket. */
  readonly socket: string
  /** The address of a database in it. */
  url(database: string): string
}

/** Where a test run has one server for all its processes. */
export const sharedSocket = 'TEST_POSTGRES_SOCKET'

let own: Promise<PostgresServer> | undefined

/** The server of this test run; one of this process where the run has none. */
export function postgresServer(): Promise<PostgresServer> {
  const socket = env[sharedSocket]
  if (socket !== undefined) return Promise.resolve({ socket, url: urlOf(socket) })
  own ??= startPostgres()
  return own
}

async function startPostgres(): Promise<PostgresServer> {
  const place = makePlace()
  const child = await keepServer(place)
  // The tests end when they are done, and the pipes with them.
  releaseKeeper(child)
  return { socket: place.root, url: urlOf(place.root) }
}
