/** SQLite through `node:sqlite`: opening, pragmas, parameters, transactions. */
import { pathToFileURL } from 'node:url'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Engine, query, type Query, type Reader, type SqlValue } from './engine.ts'
import { explainFailure } from './sqlite-failure.ts'
import { countStates, createSnapshots, type Prepare } from './sqlite-snapshots.ts'
import { StoreError } from './store-error.ts'

/** Stands in the header of every database of ours: "PLNT" in ASCII. */
export const applicationId = 0x50_4c_4e_54

const defaultBusyTimeoutMs = 5000

/** How to open a database file. */
export interface SqliteOptions {
  readonly database: string
  readonly readOnly?: boolean
  readonly busyTimeoutMs?: number
  /** How much of the file to keep in memory; much, where a great deal is written in no order. */
  readonly cacheMib?: number
  /** Only for tests. `pageLimit` makes a disk full early; `durable: false` trades power cuts for speed. */
  readonly pageLimit?: number
  readonly durable?: boolean
}

/** Opens an existing file, whatever it holds; never creates one. Nothing is written to it by opening. */
export function openSqlite(options: SqliteOptions): Engine {
  const { database } = options
  return guard(database, () => {
    const connection = new DatabaseSync(locate(database, options.readOnly === true ? 'ro' : 'rw'), {
      readOnly: options.readOnly ?? false,
      timeout: options.busyTimeoutMs ?? defaultBusyTimeoutMs,
      enableForeignKeyConstraints: true,
      returnArrays: true,
    })
    try {
      configure(connection, options)
      return createEngine(connection, database)
    } catch (failure) {
      connection.close()
      throw failure
    }
  })
}

function configure(
  connection: DatabaseSync,
  { durable = true, cacheMib = 8, pageLimit }: SqliteOptions,
): void {
  // FULL: a commit is on disk, power cut or not, before it is acknowledged. Temporary tables of an import go to
  // files, so that memory stays flat. Whoever wrote the file can't have its schema run functions for us.
  connection.exec(`
    pragma synchronous = ${durable ? 'full' : 'off'};
    pragma temp_store = file;
    pragma main.cache_size = ${-1024 * cacheMib};
    pragma temp.cache_size = ${-1024 * cacheMib};
    pragma trusted_schema = off;
    pragma journal_size_limit = ${64 * 1024 * 1024};
  `)
  if (pageLimit !== undefined) connection.exec(`pragma max_page_count = ${pageLimit}`)
}

/** An empty database that nobody else sees and that goes when it is closed. */
export function openMemory(): Engine {
  return createEngine(new DatabaseSync(':memory:', { returnArrays: true }), 'a database in memory')
}

/**
 * Has readers and a writer no longer wait for each other, from now on and for every process. Throws `busy`. The
 * change takes the file for itself, and SQLite doesn't wait for that as it does for a transaction: we do.
 */
export function enterWal(engine: Engine, timeoutMs = defaultBusyTimeoutMs): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (const deadline = Date.now() + timeoutMs; ; Atomics.wait(pause, 0, 0, 10)) {
    try {
      const [mode] = engine.row(journalMode) ?? []
      if (mode !== 'wal') engine.script('pragma journal_mode = wal')
      return
    } catch (failure) {
      const isBusy = failure instanceof StoreError && failure.code === 'busy'
      if (!isBusy || Date.now() > deadline) throw failure
    }
  }
}

const journalMode = query<[mode: string]>('pragma journal_mode')

/** The address of a file. `rw` opens without creating: a mistyped path must not become an empty database. */
export function locate(file: string, mode: 'ro' | 'rw'): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('mode', mode)
  return url
}

function createEngine(connection: DatabaseSync, database: string): Engine {
  const prepare = rememberStatements(connection)
  const reader = createReader(prepare, database)
  const states = countStates(prepare)
  const snapshots = createSnapshots(connection, prepare, states)
  /** Has the snapshot, if there is one, end before the work. */
  const now = <T>(work: () => T): T =>
    guard(database, () => {
      snapshots.end()
      return work()
    })
  return {
    database,
    snapshots: { ...reader, begin: () => guard(database, snapshots.begin), end: snapshots.end },
    rows: (sql, ...parameters) => now(() => reader.rows(sql, ...parameters)),
    row: (sql, ...parameters) => now(() => reader.row(sql, ...parameters)),
    run: (sql, ...parameters) => now(() => Number(prepare(sql).run(numbered(parameters)).changes)),
    script: (sql) => now(() => connection.exec(sql)),
    transaction: (work) =>
      now(() => {
        states.changed()
        return transact(connection, work)
      }),
    close: () => {
      snapshots.end()
      connection.close()
    },
  }
}

function rememberStatements(connection: DatabaseSync): Prepare {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const prepared = connection.prepare(sql)
    statements.set(sql, prepared)
    return prepared
  }
}

/** Rows arrive as arrays (`returnArrays`), and the columns behind them are STRICT: a row is what its query says. */
function createReader(prepare: Prepare, database: string): Reader {
  return {
    rows: <Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      guard(database, () => prepare(sql).all(numbered(parameters)) as unknown as Row[]),
    row: <Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      guard(database, () => prepare(sql).get(numbered(parameters)) as unknown as Row | undefined),
  }
}

/** `$1` is a named parameter in SQLite, so that one text serves other databases too. */
function numbered(values: readonly SqlValue[]): Record<number, SqlValue> {
  const parameters: Record<number, SqlValue> = {}
  for (let index = 0; index < values.length; index += 1) parameters[index + 1] = values[index] ?? null
  return parameters
}

function transact<T>(connection: DatabaseSync, work: () => T): T {
  // IMMEDIATE takes the write lock first: a read that becomes a write could find its snapshot outdated.
  connection.exec('begin immediate')
  try {
    const result = work()
    connection.exec('commit')
    return result
  } catch (failure) {
    // A full disk may already have ended the transaction.
    if (connection.isTransaction) connection.exec('rollback')
    throw failure
  }
}

function guard<T>(database: string, work: () => T): T {
  try {
    return work()
  } catch (failure) {
    throw explainFailure(failure, database)
  }
}
