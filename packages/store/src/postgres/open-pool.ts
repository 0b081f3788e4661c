/** A pool of connections to one server. */
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

/** How a pool is opened. */
interface PoolOptions {
  /** The maximum number of simultaneous connections. */
  readonly connections: number
  /** How long to wait for a connection. */
  readonly timeoutMs: number
  /** Checks each new connection, and rejects if it must not be used. */
  readonly check?: (client: ClientBase) => Promise<void>
}

/** Connects when first used. */
export function openPool(
  address: Address,
  server: ServerAddress,
  { connections, timeoutMs, check }: PoolOptions,
): Pool {
  const pool = new Pool({
    ...configOf(address, server),
    Client: TidyClient,
    max: connections,
    // Whoever asks after a pause need not connect again, or search for the primary again.
    min: 1,
    connectionTimeoutMillis: timeoutMs,
    // Closing an idle connection takes both sides: a server that hangs must not keep this process from ending.
    allowExitOnIdle: true,
    // The driver awaits it, whatever its types say.
    // oxlint-disable-next-line typescript/no-misused-promises
    ...(check !== undefined && { onConnect: check }),
  })
  // A lost idle connection is replaced when one is needed.
  pool.on('error', ignore)
  return pool
}

/** Ignores the loss of an idle connection; the next statement rejects. */
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
    // A machine that is gone says nothing: the kernel asks it from then on.
    keepAliveInitialDelayMillis: 10_000,
    types: ourTypes,
  }
}

/**
 * If connecting fails, the driver leaves it to the server to close the socket. A server that waits for a password, or
 * speaks another protocol, may never do so: a command would not end, and a service would have one more with every
 * request.
 */
class TidyClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    this.connection.on('error', () => this.connection.stream.destroy())
  }
}

/** All our 64-bit numbers are ids, counts, times or revisions, below 2^53. */
const ourTypes: CustomTypesConfig = {
  getTypeParser: (id, format) => {
    // oxlint-disable-next-line typescript/no-unsafe-return -- what a parser returns is up to the type
    return id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)
  },
}

/** The driver supports a time limit for a query, but its types don't. */
export function timed(text: string, limitMs: number): QueryConfig {
  return Object.assign({ text }, { query_timeout: limitMs })
}

/** Throws `unreachable` for a standby, which follows a primary with some delay: its data may be out of date. */
export function requirePrimary(isStandby: unknown, name: string): void {
  if (isStandby === false) return
  throw new StoreError(
    'unreachable',
    `The server of ${name} is a standby, and its data may be out of date. Name its primary, or all of them: postgres://user@host1,host2/plants.`,
  )
}

/**
 * The number of the timeline that a server writes; 0: it is a standby. Each promotion begins a new one: of two servers
 * that both consider themselves primary, the deposed one has the lower number.
 */
export async function readTimeline(client: ClientBase, timeoutMs: number): Promise<number> {
  const sql = `
    select case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as it`
  const { rows } = await client.query<{ it: number }>(timed(sql, timeoutMs))
  return rows[0]?.it ?? 0
}

/** Asks a server over a connection of its own. Rejects if that takes longer than `timeoutMs`, or on `givenUp`. */
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
    // A server that does not answer is not waited for.
    void client.end().catch(ignore)
  }
}
