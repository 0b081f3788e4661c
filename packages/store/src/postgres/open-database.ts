/** PostgreSQL through `pg`: a bounded pool, transactions, time-outs. */
import type { Pool, PoolClient, QueryArrayResult } from 'pg'
import { StoreError } from '../store-error.ts'
import { type Address, parseAddress, type ServerAddress } from './address.ts'
import type { Database, Parameter, Query, SqlValue, Transaction, TransactionKind } from './connection.ts'
import { explainError } from './explain-error.ts'
import { findPrimary } from './find-primary.ts'
import { openPool, requireRole, type Role, timed } from './open-pool.ts'

/** How to open a database. */
export interface PostgresOptions {
  readonly database: string
  /** For reading only. */
  readonly readOnly?: boolean | undefined
  /** The most connections to the server at the same time. */
  readonly connections?: number | undefined
  /** How long to wait for a connection, and again for what requests ask. */
  readonly timeoutMs?: number | undefined
  /** The addresses of standbys that pages of long lists are read from. */
  readonly replicas?: readonly string[] | undefined
}

/** Requests that come together are asked together: a few connections carry many. */
export const defaultConnections = 4
/** How long an operator's command waits for PostgreSQL. A service sets a limit of its own for its requests. */
export const defaultTimeoutMs = 15_000
/** How long a change waits for another one. */
const lockTimeoutMs = 5000
/** So long after the server should have given up on a statement, the connection is given up. */
const graceMs = 500

/** Connects when something is asked for the first time. Throws `invalid` for a bad address. */
export function openDatabase({ database, ...options }: PostgresOptions): Database {
  const address = parseAddress(database)
  const { connections = defaultConnections, timeoutMs = defaultTimeoutMs } = options
  const primary = findPrimary(address, { connections, timeoutMs })
  const { name } = address
  /** What fails for want of the server may find another one next time. */
  async function over<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    try {
      const pool = await primary.pool()
      return await explained(name, () => work(pool))
    } catch (error) {
      if (isUnreachable(error)) primary.doubt()
      throw error
    }
  }
  return {
    ...reading(name, (sql, parameters) => over((pool) => execute(pool, sql, parameters))),
    transaction: (kind, work, limitMs) => over((pool) => runTransaction(pool, { name, kind, limitMs }, work)),
    ask: (sql) => over((pool) => ask(pool, sql, { name, timeoutMs, role: 'primary' })),
    close: () => primary.close(),
  }
}

/** A standby; nothing but `ask` is for it. Otherwise as `openDatabase`. */
export function openStandby(
  address: Address,
  server: ServerAddress,
  { connections, timeoutMs }: { readonly connections: number; readonly timeoutMs: number },
): Pick<Database, 'database' | 'ask' | 'close'> {
  // Each answer tells whether it is a standby's.
  const pool = openPool(address, server, { connections, timeoutMs })
  const { name } = server
  return {
    database: name,
    ask: (sql) => explained(name, () => ask(pool, sql, { name, timeoutMs, role: 'standby' })),
    close: () => pool.end(),
  }
}

type Execute = (sql: string, parameters: readonly Parameter[]) => Promise<QueryArrayResult<SqlValue[]>>

function execute(
  through: Pool | PoolClient,
  sql: string,
  parameters: readonly Parameter[],
  limitMs?: number,
): ReturnType<Execute> {
  const limit = limitMs === undefined ? {} : { query_timeout: limitMs }
  return through.query<SqlValue[]>({ text: sql, values: [...parameters], rowMode: 'array', ...limit })
}

function reading(database: string, run: Execute): Pick<Database, 'database' | 'rows' | 'row'> {
  // Rows arrive as arrays, and the columns behind them have types: a row is what its query says.
  return {
    database,
    rows: async <Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly Parameter[]) => {
      const { rows } = await run(sql, parameters)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return rows as unknown as Row[]
    },
    row: async <Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly Parameter[]) => {
      const { rows } = await run(sql, parameters)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return rows[0] as unknown as Row | undefined
    },
  }
}

/** Of whom something is asked. */
interface Asked {
  readonly name: string
  readonly role: Role
  readonly timeoutMs: number
}

/**
 * Several statements in one message are one transaction. The first one says how long each of the others may take; where
 * even the server stands still, the connection is given up. It also tells who answers: behind a pooler, whose connections
 * outlive a promotion, that may be another server than the one that was connected to.
 */
async function ask(
  pool: Pool,
  sql: string,
  { name, role, timeoutMs }: Asked,
): Promise<readonly (readonly (readonly SqlValue[])[])[]> {
  const limited = {
    text: `select set_config('statement_timeout', '${timeoutMs}', true), pg_is_in_recovery();${sql}`,
    rowMode: 'array' as const,
    query_timeout: timeoutMs + graceMs,
  }
  // The driver answers several statements with several results; its types know one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const answer = (await pool.query<SqlValue[]>(limited)) as unknown as QueryArrayResult<SqlValue[]>[]
  const [who, ...results] = answer
  requireRole(role, who?.rows[0]?.[1], name)
  return results.map(({ rows }) => rows)
}

const begin: Readonly<Record<TransactionKind, string>> = {
  read: 'begin isolation level repeatable read read only',
  write: `begin; set local lock_timeout = ${lockTimeoutMs}`,
}

/** What a transaction is of. */
interface Work {
  readonly name: string
  readonly kind: TransactionKind
  /** How long each statement may take. */
  readonly limitMs: number | undefined
}

async function runTransaction<T>(
  pool: Pool,
  { name, kind, limitMs }: Work,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await explained(name, () => pool.connect())
  // Why the server ended the connection, it says between two statements; the next one knows only that it is lost.
  let farewell: Error | undefined
  const hear = (error: Error): void => {
    farewell ??= error
  }
  client.on('error', hear)
  let isLost = false
  const hearing = <R>(asking: () => Promise<R>): Promise<R> =>
    explained(name, async () => {
      try {
        return await asking()
      } catch (error) {
        throw farewell ?? error
      }
    })
  const run: Execute = (sql, parameters) => hearing(() => execute(client, sql, parameters, limitMs))
  const script = async (sql: string): Promise<void> => {
    await hearing(() => client.query(limitMs === undefined ? sql : timed(sql, limitMs)))
  }
  try {
    await script(begin[kind])
    const result = await work({
      ...reading(name, run),
      run: async (sql, ...parameters) => (await run(sql, parameters)).rowCount ?? 0,
      script,
    })
    await commit(run, name, kind)
    return result
  } catch (error) {
    // What is lost, or stands still, is not asked to take anything back: the server does that.
    isLost = isUnreachable(error) || !(await rollback(client))
    throw error
  } finally {
    client.off('error', hear)
    client.release(isLost)
  }
}

async function commit(run: Execute, name: string, kind: TransactionKind): Promise<void> {
  try {
    const { command } = await run('commit', [])
    if (command !== 'COMMIT') throw new Error('a transaction in which a statement had failed was committed')
  } catch (error) {
    if (kind === 'read' || !isUnreachable(error)) throw error
    throw new StoreError(
      'unreachable',
      `The connection to ${name} was lost while a change was written: look whether it was made.`,
      error,
    )
  }
}

/** Whether the connection can be used again. */
async function rollback(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

async function explained<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainError(error, name)
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'unreachable'
}
