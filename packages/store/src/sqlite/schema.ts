/** What `verify` looks at in a file of SQLite: its pages, its references, and how its tables were made. */
import { listMigrations } from '../content/migration-steps.ts'
import type { Schema } from '../content/compare-schemas.ts'
import { maxFindings } from '../admin/verify-access.ts'
import { type Dialect, query, type Reading } from '../admin/sql.ts'
import type { Finding } from '../store.ts'
import type { Connection } from './connection.ts'
import { openMemory } from './open-connection.ts'

type SchemaRow = readonly [table: string, name: string, definition: string]

const sql = {
  integrity: query<[detail: string]>(`pragma integrity_check(${maxFindings})`),
  /** $1: our tables, since others are their own programs' matter; $2: at most this many. */
  brokenReferences: query<[table: string, row: number | null, parent: string]>(`
    select "table", rowid, parent from pragma_foreign_key_check
    where "table" in (select value from json_each($1))
    limit $2`),
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

/** `Dialect.findDamage` */
export async function findDamage(reading: Reading): Promise<readonly Finding[]> {
  const damages = (await reading.rows(sql.integrity)).filter(([detail]) => detail !== 'ok')
  if (damages.length > 0) return damages.map(([detail]) => ({ what: 'integrity', detail }))
  const names = [...expectedOf(reading).keys()].map((name) => name.replace(/^table /, ''))
  const broken = await reading.rows(sql.brokenReferences, JSON.stringify(names), maxFindings)
  return broken.map(([table, row, parent]) => ({
    what: 'foreign-key',
    detail: `row ${row ?? '?'} of ${table} refers to nothing in ${parent}`,
  }))
}

/** `Dialect.readSchema` */
export async function readSchema(
  reading: Reading,
): Promise<{ readonly found: Schema; readonly expected: Schema }> {
  const expected = expectedOf(reading)
  const rows = (await reading.rows(sql.schema)).filter(([table]) => expected.has(`table ${table}`))
  const found = rows.map(([, name, definition]): [string, string] => [
    name,
    withoutAdded(definition, expected.get(name) ?? ''),
  ])
  return { found: new Map(found), expected }
}

/** Made once per process: it takes 4 ms of processor time, and random histories need it hundreds of times. */
let expectedSchema: Schema | undefined

export function expectedOf({ dialect }: Pick<Reading, 'dialect'>): Schema {
  if (expectedSchema !== undefined) return expectedSchema
  using made = openMade(dialect)
  expectedSchema = new Map(made.rows(sql.schema).map(([, name, definition]) => [name, definition]))
  return expectedSchema
}

/** A database in memory, as the migrations make it. */
export function openMade(dialect: Dialect): Connection {
  const made = openMemory()
  made.script(dialect.migrationTable)
  for (const { text } of listMigrations(dialect)) made.script(text)
  return made
}

/** `alter table … add column` inserts its text into that of the table; the column itself is compared by its name. */
function withoutAdded(definition: string, expected: string): string {
  let same = 0
  while (same < expected.length && definition[same] === expected[same]) same += 1
  const isAdded = definition.startsWith(',', same) && definition.endsWith(expected.slice(same))
  return isAdded ? expected : definition
}
