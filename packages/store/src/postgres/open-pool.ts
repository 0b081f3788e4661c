/** A pool of connections to one server, which is what it should be: a primary, or a standby. */
import {
  Client,
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type QueryConfig,
  types,
} from 'pg'
import { StoreError } from '../store-error.ts'
import type { Address, ServerAddress } from './address.ts'

/** What a server is: a standby follows a primary, some time behind it, and can't be written to. */
export type Role = 'primary' | 'standby'

/** How a pool is opened. */
export interface PoolOptions {
  /** The most connections at the same time. */
  readonly connections: number
  /** How long to wait for a connection. */
  readonly timeoutMs: number
  /** Looks at each new connection, and rejects where it is none to use. */
  readonly check?: (client: ClientBase) => Promise<void>
}

/** Connects when something is asked for the first time. */
export function openPool(
  address: Address,
  server: ServerAddress,
  { connections, timeoutMs, check }: PoolOptions,
): Pool {
  const pool = new Pool({
    ...configOf(address, server),
    Client: TidyClient,
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    // An idle connection is closed by both sides: a server that stands still must not keep this process from ending.
    allowExitOnIdle: true,
    // It is waited for, whatever the types of the driver say.
    // oxlint-disable-next-line typescript/no-misused-promises
    ...(check !== undefined && { onConnect: check }),
  })
  // An idle connection that is lost is replaced when one is needed.
  pool.on('error', ignore)
  return pool
}

/** A connection that is lost while nothing is asked; the next statement rejects. */
export function ignore(): void {}

function configOf(
  { user, password, database, applicationName }: Address,
  server: ServerAddress,
): ClientConfig {
  return {
    host: server.host,
    port: server.port,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    database,
    application_name: applicationName,
    ssl: server.tls,
    keepAlive: true,
    types: ourTypes,
  }
}

/**
 * The driver leaves a connection that can't be made to the server, which may wait for a password, or speak something else and
 * never end it: such a one would keep a command from ending, and be one more with every request of a service.
 */
class TidyClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    this.connection.on('error', () => this.connection.stream.destroy())
  }
}

/** All our 64-bit numbers are ids, counts, times and revisions, below 2^53. */
const ourTypes: CustomTypesConfig = {
  getTypeParser: (id, format) => {
    // oxlint-disable-next-line typescript/no-unsafe-return -- what a parser returns is up to the type
    return id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)
  },
}

/** The driver knows the time limit of a query, and its types don't. */
export function timed(text: string, limitMs: number): QueryConfig {
  return Object.assign({ text }, { query_timeout: limitMs })
}

/** Throws `unreachable` where a server is not what it should be: what a standby has may be of the past. */
export function requireRole(role: Role, isStandby: unknown, name: string): void {
  if (isStandby === (role === 'standby')) return
  throw new StoreError(
    'unreachable',
    role === 'standby'
      ? `The server of ${name} is no standby.`
      : `The server of ${name} is a standby, and what it has may be of the past. Name its primary, or all of them: postgres://user@host1,host2/plants.`,
  )
}

/** What is asked of a server to know whether it is a standby. Some that speak PostgreSQL's protocol can tell no more. */
export async function readRole(client: ClientBase, timeoutMs: number): Promise<unknown> {
  const { rows } = await client.query<{ it: unknown }>(timed('select pg_is_in_recovery() as it', timeoutMs))
  return rows[0]?.it
}

/**
 * The number of the timeline that a server writes; 0: it is a standby. Each promotion begins a new one, so that of two
 * servers that both take themselves for the primary the one that was deposed has the lower.
 */
export async function readTimeline(client: ClientBase, timeoutMs: number): Promise<number> {
  const sql = `
    select case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as it`
  const { rows } = await client.query<{ it: number }>(timed(sql, timeoutMs))
  return rows[0]?.it ?? 0
}

/** Asks a server over a connection of its own. Rejects when that takes longer than `timeoutMs`, and when it is given up. */
export async function askOnce<T>(
  address: Address,
  server: ServerAddress,
  { timeoutMs, givenUp }: { readonly timeoutMs: number; readonly givenUp: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new TidyClient({ ...configOf(address, server), connectionTimeoutMillis: timeoutMs })
  client.on('error', ignore)
  const giveUp = (): void => void client.connection.stream.destroy()
  givenUp.addEventListener('abort', giveUp)
  try {
    await client.connect()
    return await work(client)
  } finally {
    givenUp.removeEventListener('abort', giveUp)
    // Whoever does not answer is not waited for.
    void client.end().catch(ignore)
  }
}
