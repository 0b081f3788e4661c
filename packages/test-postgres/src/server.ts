/** The PostgreSQL server that tests share, and fresh databases in it: tests use it, and never stop it. */
import { randomUUID } from 'node:crypto'
import { env } from 'node:process'
import { Pool } from 'pg'
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

/** A database that nobody else uses. */
export interface CreatedDatabase {
  readonly name: string
  readonly url: string
}

let pool: Pool | undefined

/** Creates an empty database, or a copy of one that nobody is connected to. It is removed along with the server. */
export async function createDatabase(template?: string): Promise<CreatedDatabase> {
  const server = await postgresServer()
  pool ??= new Pool({ connectionString: server.url('postgres'), max: 1, allowExitOnIdle: true })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await pool.query(`create database ${name} template ${template ?? 'template0'}`)
  return { name, url: server.url(name) }
}
