/** PostgreSQL through `pg`: a bounded pool, transactions, time-outs. */
import {
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryArrayResult,
  type QueryConfig,
  types,
} from 'pg'
import { StoreError } from '../store-error.ts'
import { type Address, parseAddress } from './address.ts'
import type { Database, Parameter, Query, SqlValue, Transaction, TransactionKind } from './connection.ts'
import { explainError } from './explain-error.ts'

/** How to open a database. */
export interface PostgresOptions {
  readonly database: string
  /** For reading only. */
  readonly readOnly?: boolean | undefined
  /** The most connections to the server at the same time. */
  readonly connections?: number | undefined
  /** How long to wait for a connection, and again for what requests ask. */
  readonly timeoutMs?: number | undefined
}

/** Requests that come together are asked together: a few connections carry many. */
export const usualConnections = 4
/** How long requests wait for PostgreSQL, unless told otherwise. */
export const usualTimeoutMs = 5000
/** How long a change waits for another one. */
const lockTimeoutMs = 5000
/** So long after the server should have given up on a statement, the connection is given up. */
const graceMs = 500

/** Connects when something is asked for the first time. Throws `invalid` for a bad address. */
export function openDatabase({ database, ...options }: PostgresOptions): Database {
  const address = parseAddress(database)
  const { connections = usualConnections, timeoutMs = usualTimeoutMs } = options
  const pool = new Pool({ ...configOf(address), max: connections, connectionTimeoutMillis: timeoutMs })
  // An idle connection that is lost is replaced when one is needed.
  pool.on('error', ignore)
  const { name } = address
  return {
    ...reading(name, (sql, parameters) => explained(name, () => execute(pool, sql, parameters))),
    transaction: (kind, work, limitMs) => runTransaction(pool, { name, kind, limitMs }, work),
    ask: (sql) => explained(name, () => ask(pool, sql, timeoutMs)),
    close: () => pool.end(),
  }
}

function configOf({ host, port, user, password, database, applicationName, tls }: Address): PoolConfig {
  return {
    host,
    port,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    database,
    application_name: applicationName,
    ssl: tls,
    keepAlive: true,
    types: ourTypes,
  }
}

/** All our 64-bit numbers are ids, counts and times, far below 2^53. */
const ourTypes: CustomTypesConfig = {
  getTypeParser: (id, format) => {
    // oxlint-disable-next-line typescript/no-unsafe-return -- what a parser returns is up to the type
    return id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)
  },
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

/**
 * Several statements in one message are one transaction. The first one says how long each of the others may take; where
 * even the server stands still, the connection is given up.
 */
async function ask(
  pool: Pool,
  sql: string,
  timeoutMs: number,
): Promise<readonly (readonly (readonly SqlValue[])[])[]> {
  const limited = {
    text: `select set_config('statement_timeout', '${timeoutMs}', true);${sql}`,
    rowMode: 'array' as const,
    query_timeout: timeoutMs + graceMs,
  }
  // The driver answers several statements with several results; its types know one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [, ...results] = (await pool.query<SqlValue[]>(limited)) as unknown as QueryArrayResult<SqlValue[]>[]
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

/** A connection that is lost while nothing is asked; the next statement rejects. */
function ignore(): void {}

async function runTransaction<T>(
  pool: Pool,
  { name, kind, limitMs }: Work,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await explained(name, () => pool.connect())
  client.on('error', ignore)
  let isLost = false
  const run: Execute = (sql, parameters) => explained(name, () => execute(client, sql, parameters, limitMs))
  const script = async (sql: string): Promise<void> => {
    await explained(name, () => client.query(limitMs === undefined ? sql : timed(sql, limitMs)))
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
    isLost = (error instanceof StoreError && error.code === 'unreachable') || !(await rollback(client))
    throw error
  } finally {
    client.off('error', ignore)
    client.release(isLost)
  }
}

/** The driver knows the time limit of a query, and its types don't. */
function timed(text: string, limitMs: number): QueryConfig {
  return Object.assign({ text }, { query_timeout: limitMs })
}

async function commit(run: Execute, name: string, kind: TransactionKind): Promise<void> {
  try {
    const { command } = await run('commit', [])
    if (command !== 'COMMIT') throw new Error('a transaction in which a statement had failed was committed')
  } catch (error) {
    if (kind === 'read' || !(error instanceof StoreError) || error.code !== 'unreachable') throw error
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
