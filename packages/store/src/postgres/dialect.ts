/** PostgreSQL's side of the operators' work. */
import { type AppliedRow, type Dialect, query, type Reading } from '../admin/sql.ts'
import { memberDefinitions } from '../plant-members.ts'
import { foreign } from '../content/migration-steps.ts'
import { readSchema, requireAllLists } from './schema.ts'

const takeIds = query<[before: number]>(
  'update last_id set value = value + $2 where of = $1 returning value - $2',
)

/**
 * Temporary tables, dropped with the transaction. None holds a row twice; most have no index, which would also ensure
 * that, because it halves the time to create them. The planner assumes thousands of rows in a table that was never
 * analyzed, and a grant of one plant then reads all plants: so each table is analyzed with one row in it.
 */
function temporary(tables: Readonly<Record<string, readonly string[]>>): string {
  const names = Object.keys(tables).join(', ')
  const made = Object.entries(tables).map(([name, columns]) => {
    const typed = columns.map((column) => `${column} bigint`).join(', ')
    return `
      create temp table ${name} (${typed}) on commit drop;
      insert into ${name} values (${columns.map(() => '0').join(', ')});`
  })
  return `${made.join('')} analyze ${names}; truncate ${names};`
}

const text = 'text collate "C"'
const grantColumns = ['row', 'user_id', 'group_id', 'plant_id']

export const postgresDialect: Dialect = {
  join: 'join',
  unindexed: '',
  texts: (n) => `json_array_elements_text($${n}::json)`,
  arrays: (n) => `json_array_elements($${n}::json)`,
  workspace: {
    access: temporary({
      selected_plant: ['plant_id'],
      affected_user: ['user_id'],
      affected_access: ['user_id', 'plant_id'],
    }),
    plants: `
      create temp table staged (
        row bigint primary key, line bigint not null, key text collate "C" unique, ${memberDefinitions((kind) => (kind === 'text' ? text : kind))})
        on commit drop;
      create temp table stored (${memberDefinitions(() => text)}, copies bigint not null)
        on commit drop;`,
    values:
      'create temp table staged (row bigint primary key, line bigint not null, value text not null) on commit drop;',
    joined: temporary({ joined: ['group_id', 'user_id'] }),
    grants: temporary({ matched: grantColumns, new_grant: grantColumns }),
  },
  analyze: (...tables) => `analyze ${tables.join(', ')}`,
  /**
   * A count, with 24 random bits behind it. If a server was restored, or a standby was promoted before it heard of a
   * change, that change is lost. The next change makes the same count, and only the random bits differ.
   */
  nextRevision: '(((revision >> 24) + 1) << 24) + floor(random() * 16777216)::bigint',
  // Not by `delete`: a transaction continues to read the rows it has deleted, so each batch of an import would cost more
  // than the one before.
  empty: (...tables) => `truncate ${tables.join(', ')}`,
  lastIds: query('select of, value from last_id'),
  raiseId: async (tx, table, last) => {
    await tx.run('update last_id set value = greatest(value, $2::bigint) where of = $1', table, last)
  },
  takeIds: async (tx, table, count) => {
    const [before] = (await tx.row(takeIds, table, count)) ?? []
    if (before === undefined) throw new Error(`the table ${table} has no last id`)
    return before
  },
  /** Named differently from SQLite's: in the packed package, both are in the same directory. */
  migrations: new URL('./postgres-migrations/', import.meta.url),
  migrationTable: `
    create table if not exists migration (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at bigint not null
    )`,
  readApplied,
  // The server checks its pages and references itself.
  findDamage: () => Promise.resolve([]),
  readSchema,
  requireAllLists,
}

async function readApplied(reading: Reading): Promise<readonly AppliedRow[] | undefined> {
  const [columns] = (await reading.row(records.columns)) ?? [0]
  if (columns === 4) return reading.rows(records.applied)
  const [relations] = (await reading.row(records.relations)) ?? [0]
  if (relations > 0) throw foreign(reading.database)
  return undefined
}

const records = {
  columns: query<[count: number]>(`
    select count(*)
    from pg_attribute
    where attrelid = to_regclass('migration') and attname in ('version', 'name', 'checksum', 'applied_at')`),
  relations: query<[count: number]>(`
    select count(*)
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`),
  applied: query<AppliedRow>('select version, name, checksum from migration order by version'),
} as const
