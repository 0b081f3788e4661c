/** An SQLite file at either end of a copy. */
import {
  copyBatchSize,
  type CopyEngine,
  type CopyReading,
  type CopyWriting,
  type LastIds,
  type Row,
} from '../copy/ends.ts'
import { type CopyMark, markVersion, toMark, toMarkColumns } from '../copy/unfinished-copy.ts'
import { columnsOf, numberedTables, type Table } from '../tables.ts'
import { addEntry } from '../admin/audit-trail.ts'
import { addMissingAccess } from '../admin/verify-access.ts'
import { type Connection, query } from './connection.ts'
import { isThere } from './database-file.ts'
import { runMigrations } from './migrate.ts'
import { isEmpty, listMigrations } from './migrations.ts'
import { onlyName } from './one-name.ts'
import { openSqlite } from './open-connection.ts'
import { openMigrated } from './open-migrated.ts'
import { inTransaction, transactionOf } from './operators-database.ts'
import { findProblems } from './verify.ts'

export const sqliteEnds: CopyEngine = {
  openSource: (path) =>
    Promise.try(() => {
      const connection = openMigrated({ database: onlyName(path), readOnly: true })
      return {
        // While it is read, SQLite keeps concurrent writes in the log beside the file.
        snapshot: (work) => inTransaction(connection, `${unchecked} begin`, () => work(reading(connection))),
        close: () => Promise.try(() => connection.close()),
      }
    }),
  openTarget: (path, dryRun) =>
    Promise.try(() => {
      const database = onlyName(path)
      if (!isMade(database)) {
        const report = runMigrations({ database, dryRun }, listMigrations())
        if (dryRun && report.applied.length > 0) return undefined
      }
      const connection = openMigrated({ database, unfinished: true, readOnly: dryRun, cacheMib: 64 })
      return {
        look: (work) => inTransaction(connection, `${unchecked} begin`, () => work(writing(connection))),
        write: (work) =>
          inTransaction(connection, `${unchecked} begin immediate`, () => work(writing(connection))),
        close: () => Promise.try(() => connection.close()),
      }
    }),
}

/** Whether the file exists and is not empty. */
function isMade(database: string): boolean {
  if (!isThere(database)) return false
  const connection = openSqlite({ database, readOnly: true })
  try {
    return !isEmpty(connection)
  } finally {
    connection.close()
  }
}

/** References are checked once for all rows, when both ends are compared. Inside a transaction this has no effect. */
const unchecked = 'pragma foreign_keys = off;'

const sql = {
  state: query<[generation: string, lastChange: number]>(`
    select value, coalesce((select seq from sqlite_sequence where name = 'audit'), 0) from generation`),
  lastIds: query<[name: string, last: number]>('select name, seq from sqlite_sequence'),
  forgetLastId: 'delete from sqlite_sequence where name = ?1',
  setLastId: 'insert into sqlite_sequence (name, seq) values (?1, ?2)',
  mark: query<[source: string, noted: string]>('select name, checksum from migration where version = ?1'),
  forgetMark: 'delete from migration where version = ?1',
  setMark: 'insert into migration (version, name, checksum, applied_at) values (?1, ?2, ?3, ?4)',
} as const

function reading(connection: Connection): CopyReading {
  return {
    database: connection.database,
    state: () =>
      Promise.try(() => {
        const [generation, lastChange] = connection.row(sql.state) ?? ['', 0]
        return { generation, lastChange }
      }),
    count: ({ name }) =>
      Promise.try(() => connection.row(query<[rows: number]>(`select count(*) from ${name}`))?.[0] ?? 0),
    read: (table) => readTable(connection, table),
    lastIds: () =>
      Promise.try(() => {
        const known = new Map(connection.rows(sql.lastIds))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the type
        return Object.fromEntries(numberedTables.map((name) => [name, known.get(name) ?? 0])) as LastIds
      }),
  }
}

// oxlint-disable-next-line typescript/require-await -- of another engine they are waited for
async function* readTable(connection: Connection, table: Table): AsyncGenerator<readonly Row[]> {
  const { name, key } = table
  const columns = Object.keys(table.columns)
  const places = key.map((column) => columns.indexOf(column))
  const all = `select ${columnsOf(table)} from ${name}`
  const order = `order by ${key.join(', ')} limit ${copyBatchSize}`
  const after = `(${key.join(', ')}) > (${key.map((_, at) => `?${at + 1}`).join(', ')})`
  let rows = connection.rows(query<(string | number | null)[]>(`${all} ${order}`))
  while (rows.length > 0) {
    yield rows
    const last = rows.at(-1) ?? []
    const next = query<(string | number | null)[]>(`${all} where ${after} ${order}`)
    rows = connection.rows(next, ...places.map((place) => last[place] ?? null))
  }
}

function writing(connection: Connection): CopyWriting {
  return {
    ...reading(connection),
    setGeneration: (value) =>
      Promise.try(() => {
        connection.run('update generation set value = ?1', value)
      }),
    mark: () =>
      Promise.try(() => {
        const row = connection.row(sql.mark, markVersion)
        return row && toMark(...row)
      }),
    setMark: (mark) => Promise.try(() => setMark(connection, mark)),
    insert: (table, rows) => Promise.try(() => insert(connection, table, rows)),
    clear: (tables) =>
      Promise.try(() => {
        for (const { name } of tables) connection.run(`delete from ${name}`)
      }),
    deriveAccess: async () => {
      await addMissingAccess(transactionOf(connection))
    },
    setLastIds: (ids) =>
      Promise.try(() => {
        for (const [name, last] of Object.entries(ids)) {
          connection.run(sql.forgetLastId, name)
          connection.run(sql.setLastId, name, last)
        }
      }),
    problems: () => Promise.try(() => [...findProblems(connection)]),
    addEntry: (entry) => addEntry(transactionOf(connection), entry),
  }
}

function setMark(connection: Connection, mark: CopyMark | undefined): void {
  connection.run(sql.forgetMark, markVersion)
  if (mark !== undefined) connection.run(sql.setMark, markVersion, ...toMarkColumns(mark), Date.now())
}

function insert(connection: Connection, table: Table, rows: readonly Row[]): void {
  const places = Object.keys(table.columns).map((_, at) => `?${at + 1}`)
  const text = `insert into ${table.name} (${columnsOf(table)}) values (${places.join(', ')})`
  for (const row of rows) connection.run(text, ...row)
}
