/**
 * The tables that all engines have, under the same names and with the same columns, as SQLite's migrations make them: what
 * a restore and a copy between engines take over.
 */
import { query } from '../admin/sql.ts'
import type { ColumnKind } from '../plant-members.ts'
import { sqliteDialect } from '../sqlite/dialect.ts'
import { openMade } from '../sqlite/schema.ts'

/** A table whose rows are in the order of its key. */
export interface Table {
  readonly name: string
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** The columns that may be empty. */
  readonly optional: readonly string[]
}

interface Tables {
  /** All that operators change; a table comes before those that refer to it. */
  readonly records: readonly Table[]
  /** Since when services have recorded the use of tokens: written without an audit entry, as is `token.last_used_at`. */
  readonly use: Table
  /** Who may see what, derived from the other tables. */
  readonly access: Table
}

type TableRow = [name: string, key: string, columns: string, optional: string]

/** In the order in which they were made. Each database has the other tables for itself. */
const tablesSql = query<TableRow>(`
  select t.name,
    json_group_array(c.name order by c.pk) filter (where c.pk > 0),
    json_group_object(c.name, iif(c.type = 'TEXT', 'text', 'bigint')),
    json_group_array(c.name) filter (where not c."notnull" and c.pk = 0)
  from sqlite_schema t join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite_%' and t.name not in ('generation', 'backup', 'migration')
  group by t.rowid
  order by t.rowid`)

let made: Tables | undefined

/** Made once per process, when they are needed: it takes 4 ms of processor time. */
export function ourTables(): Tables {
  return (made ??= makeTables())
}

function makeTables(): Tables {
  using connection = openMade(sqliteDialect)
  const all = connection.rows(tablesSql).map(([name, ...parts]): [string, Table] => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the query makes them
    const [key, columns, optional] = parts.map((part) => JSON.parse(part) as unknown) as [
      string[],
      Table['columns'],
      string[],
    ]
    return [name, { name, key, columns, optional }]
  })
  const { token_use: use, plant_access: access, ...records } = Object.fromEntries(all)
  if (use === undefined || access === undefined) throw new Error('a migration makes these tables')
  return { records: Object.values(records), use, access }
}

/** The columns of a table, as an SQL list. */
export function columnsOf({ columns }: Table): string {
  return Object.keys(columns).join(', ')
}
