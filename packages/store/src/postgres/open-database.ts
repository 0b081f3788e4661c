/** PostgreSQL through `pg`: a bounded pool, transactions, timeouts. */
import type { Pool, PoolClient, QueryArrayResult } from 'pg'
import { StoreError } from '../store-error.ts'
import { parseAddress } from './address.ts'
import type { Query, Reading, SqlValue, Transaction } from '../admin/sql.ts'
import { postgresDialect } from './dialect.ts'
import { explainError } from './explain-error.ts'
import { findPrimary } from './find-primary.ts'
import { requirePrimary, timed } from './open-pool.ts'

/** What a transaction is for; the transaction is opened accordingly. */
type TransactionKind = 'read' | 'write'

/** A pool of connections. A query outside of a transaction is one of its own. */
export interface Database extends Reading {
  /**
   * Runs `work` and commits, or changes nothing and rejects with what `work` rejects with. All reads of a `read`
   * transaction see the database as of one moment. Limits and settings of the server, of the role, or of whoever had the
   * connection before do not count. Rejects with `unreachable` if it is unknown whether the transaction was committed,
   * if the server does not answer, and if a statement takes longer than `limitMs`; by default an hour.
   */
  transaction<T>(kind: TransactionKind, work: (tx: Transaction) => Promise<T>, limitMs?: number): Promise<T>
  /**
   * Runs statements without parameters in one round trip and one transaction, and resolves to the rows of each. Rejects
   * with `unreachable` if there is no response within `limitMs`.
   */
  ask(sql: string, limitMs?: number): Promise<readonly (readonly (readonly SqlValue[])[])[]>
  close(): Promise<void>
}

/** How to open a database. */
export interface PostgresOptions {
  readonly database: string
  /** For reading only. */
  readonly readOnly?: boolean | undefined
  /** The maximum number of simultaneous connections to the server. */
  readonly connections?: number | undefined
  /** How long a request may wait for the database, and a command for a connection and for the server to answer at all. */
  readonly timeoutMs?: number | undefined
}

/** Requests that arrive together are asked together: a few connections carry many. */
export const defaultConnections = 4
/** How long an operator's command waits for PostgreSQL. A service sets its own limit for its requests. */
export const defaultTimeoutMs = 15_000
/** How long a change waits for another one. */
const lockTimeoutMs = 5000
/** How long a statement of an operator's command may take: long enough for the largest change. */
const longMs = 3_600_000
/** The connection is given up this long after the server should have given up on a statement. */
const graceMs = 500

/** Connects when first used. Throws `invalid` for a bad address. */
export function openDatabase({ database, ...options }: PostgresOptions): Database {
  const address = parseAddress(database)
  const { connections = defaultConnections, timeoutMs = defaultTimeoutMs } = options
  const primary = findPrimary(address, { connections, timeoutMs })
  const { name } = address
  /** After a failure of the server, the next call may find another one. */
  async function over<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    try {
      const pool = await primary.pool()
      return await explained(name, () => work(pool))
    } catch (error) {
      if (isUnreachable(error)) primary.invalidate()
      throw error
    }
  }
  const transaction: Database['transaction'] = (kind, work, limitMs = longMs) =>
    over((pool) => runTransaction(pool, { name, kind, limitMs, timeoutMs }, work))
  return {
    database: name,
    dialect: postgresDialect,
    rows: (sql, ...parameters) => transaction('read', (tx) => tx.rows(sql, ...parameters)),
    row: (sql, ...parameters) => transaction('read', (tx) => tx.row(sql, ...parameters)),
    transaction,
    ask: (sql, limitMs = timeoutMs) => over((pool) => ask(pool, sql, name, limitMs)),
    close: () => primary.close(),
  }
}

type Execute = (sql: string, parameters: readonly SqlValue[]) => Promise<QueryArrayResult<SqlValue[]>>

/**
 * What a transaction relies on, set for it alone: whoever had the connection before, behind a pooler, may have left
 * settings of a session there, as `pg_dump` does; and a role may have any.
 */
const ours = ['role', 'search_path', 'row_security', 'synchronous_commit']
  .map((setting) => `set local ${setting} to default;`)
  .join('')

function reading(database: string, run: Execute): Pick<Database, 'database' | 'dialect' | 'rows' | 'row'> {
  const rows: Database['rows'] = async <Row extends readonly SqlValue[]>(
    sql: Query<Row>,
    ...parameters: readonly SqlValue[]
  ) =>
    // Rows arrive as arrays, and the columns behind them have types: a row has the type that its query declares.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (await run(sql, parameters)).rows as unknown as Row[]
  return {
    database,
    dialect: postgresDialect,
    rows,
    row: async (sql, ...parameters) => (await rows(sql, ...parameters))[0],
  }
}

/**
 * Several statements in one message are one transaction. The first sets the time limit of each of the others; if even
 * the server hangs, the connection is given up. The first statement also tells whether the server is a standby: behind a
 * pooler, whose connections outlive a promotion, it may not be the server that was connected to.
 */
async function ask(
  pool: Pool,
  sql: string,
  name: string,
  timeoutMs: number,
): Promise<readonly (readonly (readonly SqlValue[])[])[]> {
  const limited = {
    text: `${ours}select ${limitTo(timeoutMs, 0)}, pg_is_in_recovery();${sql}`,
    rowMode: 'array' as const,
    query_timeout: timeoutMs + graceMs,
  }
  // The driver returns several results for several statements; its types know only one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const result = (await pool.query<SqlValue[]>(limited)) as unknown as QueryArrayResult<SqlValue[]>[]
  const results = result.filter(({ command }) => command !== 'SET')
  const [who, ...asked] = results
  requirePrimary(who?.rows[0]?.at(-1), name)
  return asked.map(({ rows }) => rows)
}

/** Sets the limits of this transaction, whatever those of the server or the role: its other end may be slow. */
const limitTo = (statementMs: number, lockMs: number): string => `
  set_config('statement_timeout', '${statementMs}', true),
  set_config('lock_timeout', '${lockMs}', true),
  set_config('idle_in_transaction_session_timeout', '0', true),
  case when current_setting('server_version_num')::int >= 170000
    then set_config('transaction_timeout', '0', true) end`

/** What kind of transaction to run. */
interface Work {
  readonly name: string
  readonly kind: TransactionKind
  /** How long each statement may take. */
  readonly limitMs: number
  /** How long the server may take to answer at all. */
  readonly timeoutMs: number
}

const begin = ({ kind, limitMs, timeoutMs }: Work): string =>
  kind === 'read'
    ? `begin isolation level repeatable read read only;${ours}select ${limitTo(limitMs, timeoutMs)}`
    : `begin isolation level read committed;${ours}select ${limitTo(limitMs, lockTimeoutMs)}`

async function runTransaction<T>(pool: Pool, given: Work, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { name, kind, limitMs, timeoutMs } = given
  const client = await explained(name, () => pool.connect())
  // The server says why it ends a connection between two statements; the next statement learns only that it is lost.
  let serverError: Error | undefined
  const onError = (error: Error): void => {
    serverError ??= error
  }
  client.on('error', onError)
  let isLost = false
  const withServerError = <R>(asking: () => Promise<R>): Promise<R> =>
    explained(name, async () => {
      try {
        return await asking()
      } catch (error) {
        throw serverError ?? error
      }
    })
  const run: Execute = (text, parameters) =>
    withServerError(() =>
      client.query<SqlValue[]>({
        ...timed(text, limitMs + graceMs),
        values: [...parameters],
        rowMode: 'array',
      }),
    )
  const script = async (sql: string): Promise<void> => {
    await withServerError(() => client.query(timed(sql, limitMs + graceMs)))
  }
  try {
    await withServerError(() => client.query(timed(begin(given), timeoutMs)))
    const result = await work({
      ...reading(name, run),
      run: async (sql, ...parameters) => (await run(sql, parameters)).rowCount ?? 0,
      script,
    })
    await commit(run, name, kind)
    return result
  } catch (error) {
    // A connection that is lost or hangs is not asked to roll back: the server does that.
    isLost = isUnreachable(error) || !(await rollback(client, timeoutMs))
    throw error
  } finally {
    client.off('error', onError)
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

/** Returns whether the connection can be used again. */
async function rollback(client: PoolClient, timeoutMs: number): Promise<boolean> {
  try {
    await client.query(timed('rollback', timeoutMs))
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
