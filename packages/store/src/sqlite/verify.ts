/** Looks for mistakes in a database, and rebuilds the access table. */
import { setImmediate } from 'node:timers/promises'
import { compareSchemas, type Schema } from '../content/compare-schemas.ts'
import { type Connection, query, type Query } from './connection.ts'
import { applyPending } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { maxFindings, verifySql } from '../admin/verify-access.ts'
import { openMemory } from './open-connection.ts'
import type { Finding } from '../store.ts'
import { sqliteDialect } from './dialect.ts'
import { allTables } from '../content/tables.ts'

type SchemaRow = readonly [table: string, name: string, definition: string]

const ourTables = allTables.map(({ name }) => `'${name}'`).join(', ')

const sql = {
  integrity: query<[detail: string]>(`pragma integrity_check(${maxFindings})`),
  /** $1: at most this many. Other programs' tables are their own matter. */
  brokenReferences: query<[table: string, row: number | null, parent: string]>(
    `select "table", rowid, parent from pragma_foreign_key_check where "table" in (${ourTables}) limit $1`,
  ),
  /** What SQLite itself makes is named `sqlite_`. */
  schema: query<SchemaRow>(`
    with s as (select * from sqlite_schema where substr(name, 1, 7) <> 'sqlite_')
    select tbl_name, concat(type, ' ', name, iif(name <> tbl_name, ' on ' || tbl_name, '')), sql from s
    union all
    select s.name, concat('column ', s.name, '.', c.name), concat(lower(c.type), iif(c."notnull", ' not null', ''))
    from s join pragma_table_xinfo(s.name) c
    where s.type = 'table'
    union all
    select lower(f."table"), concat('foreign key of ', s.name, ' to ', lower(f."table")), ''
    from s join pragma_foreign_key_list(s.name) f
    where s.type = 'table'`),
} as const

/** Yields what `findProblems` and `findForeign` do; other work of the process proceeds between two findings. */
export async function* verify(connection: Connection): AsyncGenerator<Finding> {
  // No transaction spans a turn of the event loop.
  await setImmediate()
  for (const finding of findAll(connection)) {
    yield finding
    await setImmediate()
  }
}

function* findAll(connection: Connection): Generator<Finding> {
  let isDamaged = false
  for (const finding of findProblems(connection)) {
    isDamaged ||= finding.what === 'integrity'
    yield finding
  }
  if (!isDamaged) yield* findForeign(connection)
}

/** Yields what is wrong, at most a hundred findings of each kind; none from a sound database. Changes nothing. */
export function* findProblems(connection: Connection): Generator<Finding> {
  const damages = connection.rows(sql.integrity).filter(([detail]) => detail !== 'ok')
  for (const [detail] of damages) yield { what: 'integrity', detail }
  // What a damaged file contains otherwise means nothing.
  if (damages.length > 0) return
  for (const [table, row, parent] of connection.rows(sql.brokenReferences, maxFindings)) {
    yield { what: 'foreign-key', detail: `row ${row ?? '?'} of ${table} refers to nothing in ${parent}` }
  }
  const ofSchema = compareSchema(connection).filter((finding) => isOfOurs(finding))
  yield* ofSchema
  // If tables are missing or differ, queries on them say nothing about their rows.
  if (ofSchema.length > 0) return
  const { missing, unfounded, outdated } = verifySql({ dialect: sqliteDialect })
  yield* findAccessProblems(connection, missing, 'is granted, but missing from the access table')
  yield* findAccessProblems(connection, unfounded, 'stands in the access table, but is not granted')
  yield* findAccessProblems(connection, outdated, 'has another name or tag in the access table')
}

function* findAccessProblems(
  connection: Connection,
  pairs: Query<[number, number]>,
  problem: string,
): Generator<Finding> {
  for (const [userId, plantId] of connection.rows(pairs, maxFindings)) {
    yield { what: 'access', detail: `plant ${plantId} of user ${userId} ${problem}` }
  }
}

/** What is in the file, or on its tables, and is not ours. The file is not damaged. */
export function findForeign(connection: Connection): readonly Finding[] {
  return compareSchema(connection).filter((finding) => !isOfOurs(finding))
}

const isOfOurs = ({ what }: Finding): boolean => what === 'schema'

/** Compares the tables with those that the migrations make in an empty database. */
function compareSchema(connection: Connection): readonly Finding[] {
  schema ??= makeSchema()
  const expected = schema
  const rows = readSchema(connection).filter(
    ([table, name]) => expected.has(`table ${table}`) || /^(?:table|view) /.test(name),
  )
  const found = new Map(
    rows.map(([, name, definition]) => [name, withoutAdded(definition, expected.get(name) ?? '')]),
  )
  return compareSchemas(found, expected)
}

/** Made once per process: it takes 4 ms of processor time, and random histories need it hundreds of times. */
let schema: Schema | undefined

function makeSchema(): Schema {
  const connection = openMemory()
  try {
    connection.transaction(() => applyPending(connection, listMigrations()))
    return new Map(readSchema(connection).map(([, name, definition]) => [name, definition]))
  } finally {
    connection.close()
  }
}

const readSchema = (connection: Connection): readonly SchemaRow[] => connection.rows(sql.schema)

/** `alter table … add column` inserts its text into that of the table; the column itself is compared by its name. */
function withoutAdded(definition: string, expected: string): string {
  let same = 0
  while (same < expected.length && definition[same] === expected[same]) same += 1
  const isAdded = definition.startsWith(',', same) && definition.endsWith(expected.slice(same))
  return isAdded ? expected : definition
}
