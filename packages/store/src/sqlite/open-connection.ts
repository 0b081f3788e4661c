/** SQLite through `node:sqlite`: opening, pragmas, parameters, transactions. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Connection, query, type Query, type SqlValue } from './connection.ts'
import { emptyLog, logLimit, writableUrl } from './empty-log.ts'
import { explainCopyError, explainError } from './explain-error.ts'
import { StoreError } from '../store-error.ts'

/** Marks the header of every database of ours: "PLNT" in ASCII. */
export const applicationId = 0x50_4c_4e_54

/** How long to wait for another writing process by default. */
const defaultBusyTimeoutMs = 5000

/** How to open a database file. */
export interface SqliteOptions {
  readonly database: string
  /** The name of the database in messages: its path by default. */
  readonly name?: string
  readonly readOnly?: boolean | undefined
  /** How long to wait for another writing process. The whole process waits. */
  readonly busyTimeoutMs?: number
  /** How much of the file to keep in memory; many random writes need a large cache. */
  readonly cacheMib?: number
  /** Leaves the log to others when it is closed, since this waits for the disk. */
  readonly leaveLog?: boolean
}

/** Opens an existing file, whatever it holds; never creates one. Opening does not write to it. */
export function openSqlite(options: SqliteOptions): Connection {
  const { database, name = database, readOnly = false, busyTimeoutMs = defaultBusyTimeoutMs } = options
  const leaveLog = readOnly || options.leaveLog === true
  return explain(name, () => {
    const connection = new DatabaseSync(readOnly ? database : writableUrl(database), {
      readOnly,
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
      returnArrays: true,
    })
    try {
      configure(connection, options)
      const opened = createConnection(connection, name)
      if (leaveLog) return opened
      const close = (): void => {
        if (connection.isOpen) emptyLog(connection, database)
        opened.close()
      }
      return { ...opened, close, [Symbol.dispose]: close }
    } catch (error) {
      connection.close()
      throw error
    }
  })
}

function configure(connection: DatabaseSync, { cacheMib = 8 }: SqliteOptions): void {
  // FULL: a commit is on disk, even after a power cut, before it is acknowledged. The temporary tables of an import go
  // to files, so that memory use stays flat. The schema can't run functions, since anybody may have written the file.
  connection.exec(`
    pragma synchronous = full;
    pragma temp_store = file;
    pragma main.cache_size = ${-1024 * cacheMib};
    pragma temp.cache_size = ${-1024 * cacheMib};
    pragma trusted_schema = off;
    pragma journal_size_limit = ${logLimit};
  `)
}

/** An empty database that nobody else sees and that disappears when it is closed. */
export function openMemory(): Connection {
  return createConnection(new DatabaseSync(':memory:', { returnArrays: true }), 'a database in memory')
}

/**
 * From now on, in every process, readers and a writer no longer wait for each other. Throws `busy`. The change needs
 * exclusive access to the file, and SQLite does not wait for that as it does for a transaction: we do.
 */
export function enterWal(connection: Connection): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (const deadline = Date.now() + defaultBusyTimeoutMs; ; Atomics.wait(pause, 0, 0, 10)) {
    try {
      const [mode] = connection.row(journalMode) ?? []
      if (mode !== 'wal') connection.script('pragma journal_mode = wal')
      return
    } catch (error) {
      const isBusy = error instanceof StoreError && error.code === 'busy'
      if (!isBusy || Date.now() > deadline) throw error
    }
  }
}

const journalMode = query<[mode: string]>('pragma journal_mode')

function createConnection(sqlite: DatabaseSync, database: string): Connection {
  const prepare = rememberStatements(sqlite)
  const explained = <T>(work: () => T): T => explain(database, work)
  const [begin, commit] = [sqlite.prepare('begin'), sqlite.prepare('commit')]
  const close = (): void => {
    if (sqlite.isOpen) sqlite.close()
  }
  // Rows arrive as arrays (`returnArrays`), and the columns are STRICT: a row has the type that its query declares.
  return {
    database,
    rows: <Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      explained(() => prepare(sql).all(...parameters) as unknown as Row[]),
    row: <Row extends readonly SqlValue[]>(sql: Query<Row>, ...parameters: readonly SqlValue[]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      explained(() => prepare(sql).get(...parameters) as unknown as Row | undefined),
    run: (sql, ...parameters) => explained(() => Number(prepare(sql).run(...parameters).changes)),
    script: (sql) => explained(() => sqlite.exec(sql)),
    snapshot: (work) =>
      explained(() => {
        begin.run()
        try {
          const result = work()
          commit.run()
          return result
        } catch (error) {
          if (sqlite.isTransaction) sqlite.exec('rollback')
          throw error
        }
      }),
    copyTo: (file, name) => {
      try {
        prepare('vacuum into ?1').run(file)
      } catch (error) {
        throw explainCopyError(error, database, name)
      }
    },
    close,
    [Symbol.dispose]: close,
  }
}

/** Preparing them each time took 21 µs more per request of the mixed load (`pnpm bench`), and 52 with new callers. */
function rememberStatements(sqlite: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    // SQLite calls the first parameter ?1.
    const prepared = sqlite.prepare(sql.replaceAll(/\$(?=\d)/g, '?'))
    statements.set(sql, prepared)
    return prepared
  }
}

function explain<T>(database: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explainError(error, database)
  }
}
