/** A PostgreSQL database at either end of a copy. */
import {
  copyBatchSize,
  type CopyEngine,
  type CopyReading,
  type CopyWriting,
  type LastIds,
  type Row,
} from '../copy/ends.ts'
import { type CopyMark, markVersion, toMark, toMarkColumns } from '../copy/unfinished-copy.ts'
import { columnsOf, numberedTables, recordTables, type Table } from '../tables.ts'
import { addEntry } from '../admin/audit-trail.ts'
import { addMissingAccess, findAccessProblems } from '../admin/verify-access.ts'
import { query, type Transaction } from './connection.ts'
import { migratePostgres } from './migrate.ts'
import { listMigrations, pendingMigrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'
import { openMigrated } from './open-migrated.ts'
import { lockChanges } from './operators-database.ts'
import { requireAllRows } from './require-all-rows.ts'

export const postgresEnds: CopyEngine = {
  openSource: async (database) => {
    const source = await openMigrated({ database, connections: 1, readOnly: true })
    return {
      snapshot: (work) =>
        source.transaction('read', async (tx) => {
          await requireAllRows(tx)
          return work(reading(tx))
        }),
      close: () => source.close(),
    }
  },
  openTarget: async (database, dryRun) => {
    if (await isEmpty(database)) {
      if (dryRun) return undefined
      await migratePostgres({ database })
    }
    const target = await openMigrated({ database, connections: 1, unfinished: true })
    return {
      look: (work) => target.transaction('read', (tx) => work(writing(tx))),
      write: (work) =>
        target.transaction('write', async (tx) => {
          await lockChanges(tx)
          return work(writing(tx))
        }),
      close: () => target.close(),
    }
  },
}

async function isEmpty(url: string): Promise<boolean> {
  const database = openDatabase({ database: url, connections: 1 })
  try {
    return (await pendingMigrations(database, listMigrations(), { unfinished: true })).isEmpty
  } finally {
    await database.close()
  }
}

const sql = {
  state: query<[generation: string, lastChange: number]>(
    "select g.value, l.value from generation g cross join last_id l where l.of = 'audit'",
  ),
  lastIds: query<[name: string, last: number]>('select of, value from last_id'),
  setLastId: 'update last_id set value = $2 where of = $1',
  mark: query<[source: string, noted: string]>('select name, checksum from migration where version = $1'),
  forgetMark: 'delete from migration where version = $1',
  setMark: 'insert into migration (version, name, checksum, applied_at) values ($1, $2, $3, $4)',
  fetch: query<(string | number | null)[]>(`fetch forward ${copyBatchSize} from copied`),
  analyze: `analyze ${recordTables.map(({ name }) => name).join(', ')}`,
} as const

function reading(tx: Transaction): CopyReading {
  return {
    database: tx.database,
    state: async () => {
      const [generation, lastChange] = (await tx.row(sql.state)) ?? ['', 0]
      return { generation, lastChange }
    },
    count: async ({ name }) => (await tx.row(query<[number]>(`select count(*) from ${name}`)))?.[0] ?? 0,
    read: (table) => readTable(tx, table),
    lastIds: async () => {
      const known = new Map(await tx.rows(sql.lastIds))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the type
      return Object.fromEntries(numberedTables.map((name) => [name, known.get(name) ?? 0])) as LastIds
    },
  }
}

async function* readTable(tx: Transaction, table: Table): AsyncGenerator<readonly Row[]> {
  await tx.script(
    `declare copied no scroll cursor for select ${columnsOf(table)} from ${table.name} order by ${table.key.join(', ')}`,
  )
  for (let rows = await tx.rows(sql.fetch); rows.length > 0; rows = await tx.rows(sql.fetch)) yield rows
  await tx.script('close copied')
}

function writing(tx: Transaction): CopyWriting {
  return {
    ...reading(tx),
    setGeneration: async (value) => {
      await tx.run('update generation set value = $1', value)
    },
    mark: async () => {
      const row = await tx.row(sql.mark, markVersion)
      return row && toMark(...row)
    },
    setMark: (mark) => setMark(tx, mark),
    insert: (table, rows) => insertRows(tx, table, rows),
    clear: async (tables) => {
      await tx.script(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    },
    deriveAccess: async () => {
      // The server has no statistics yet of tables that were just filled.
      await tx.script(sql.analyze)
      await addMissingAccess(tx)
    },
    setLastIds: async (ids) => {
      for (const [name, last] of Object.entries(ids)) await tx.run(sql.setLastId, name, last)
    },
    problems: () => findAccessProblems(tx),
    addEntry: (entry) => addEntry(tx, entry),
  }
}

async function setMark(tx: Transaction, mark: CopyMark | undefined): Promise<void> {
  await tx.run(sql.forgetMark, markVersion)
  if (mark !== undefined) await tx.run(sql.setMark, markVersion, ...toMarkColumns(mark), Date.now())
}

/** Inside a transaction. Column by column: a statement has few parameters, whatever the number of rows. */
export async function insertRows(tx: Transaction, table: Table, rows: readonly Row[]): Promise<void> {
  const kinds = Object.values(table.columns)
  const lists = kinds.map((kind, at) => `$${at + 1}::${kind === 'number' ? 'bigint' : 'text'}[]`)
  const columns = kinds.map((_, at) => rows.map((row) => row[at] ?? null))
  const text = `insert into ${table.name} (${columnsOf(table)}) select * from unnest(${lists.join(', ')})`
  await tx.run(text, ...columns)
}
