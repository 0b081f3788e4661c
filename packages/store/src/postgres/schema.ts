/** What `verify` looks at in a database of PostgreSQL: how its tables were made, and whether all rows may be read. */
import { query, type Reading } from '../admin/sql.ts'
import type { Schema } from '../content/compare-schemas.ts'
import { ourTables, type Table } from '../content/tables.ts'
import { sqliteDialect } from '../sqlite/dialect.ts'
import { expectedOf } from '../sqlite/schema.ts'
import { StoreError } from '../store-error.ts'

/** Read from the catalogs, whose columns are the same in all versions; the texts of expressions may differ. */
const sql = query<[table: string, name: string, definition: string]>(`
  with t as (
    select oid, relname::text as name, relrowsecurity
    from pg_class
    where relkind in ('r', 'p')
      and relnamespace = (select relnamespace from pg_class where oid = to_regclass('migration')))
  select * from (
    select name, 'table ' || name, case when relrowsecurity then 'with row level security' else '' end from t
    union all
    select name, 'column ' || name || '.' || attname, format_type(atttypid, atttypmod)
      || coalesce(' collate ' || quote_ident(nullif(collname, 'default')), '')
      || case when attnotnull then ' not null' else '' end
    from t join pg_attribute on attrelid = t.oid
    left join pg_collation c on c.oid = attcollation
    where attnum > 0 and not attisdropped
    union all
    select name, 'index ' || indexrelid::regclass || ' on ' || name,
      concat_ws(' ', case when indisunique then 'unique' end, case when not indisvalid then 'not valid' end)
    from t join pg_index on indrelid = t.oid
    union all
    select distinct name, 'foreign key of ' || conrelid::regclass || ' to ' || confrelid::regclass, ''
    from t join pg_constraint on t.oid in (conrelid, confrelid)
    where contype = 'f'
    union all
    select name, 'policy ' || polname || ' on ' || name, ''
    from t join pg_policy on polrelid = t.oid
    union all
    select name, 'rule ' || rulename || ' on ' || name, ''
    from t join pg_rewrite on ev_class = t.oid
    union all
    select name, 'trigger ' || tgname || ' on ' || name, ''
    from t join pg_trigger on tgrelid = t.oid
    where not tgisinternal
  ) as parts (name, part, definition)
  order by name collate "C", part collate "C"`)

/**
 * `Dialect.readSchema`: each column, index, foreign key, policy, rule and trigger of the tables that both engines have.
 * Others may have tables in the same schema.
 */
export async function readSchema(
  reading: Reading,
): Promise<{ readonly found: Schema; readonly expected: Schema }> {
  const { records, use, access } = ourTables()
  const tables = [...records, use, access]
  const rows = (await reading.rows(sql)).filter(
    ([table, name]) => tables.some((each) => each.name === table) || ownTables.includes(name),
  )
  // Under the same names as in SQLite.
  const shared = [...expectedOf({ dialect: sqliteDialect }).keys()].filter((name) =>
    /^(?:index|foreign key) /.test(name),
  )
  const expected = [
    ...ownTables.map((name): [string, string] => [name, '']),
    ...tables.flatMap((table) => partsOf(table)),
    ...shared.map((name): [string, string] => [name, '']),
    ...unique.map((name): [string, string] => [name, 'unique']),
    ['policy presented on plant_access', ''] as const,
  ]
  return {
    found: new Map(rows.map(([, name, definition]) => [name, definition])),
    expected: new Map(expected),
  }
}

/** What each database has for itself. */
const ownTables = ['table generation', 'table last_id', 'table migration']

const unique = [
  'index group_standing_grant_once on group_standing_grant',
  'index groups_name_key on groups',
  'index plant_key_key on plant',
  'index token_hash_key on token',
  'index user_standing_grant_once on user_standing_grant',
  'index users_name_key on users',
]

/** A table with its columns and its primary key. */
function partsOf({
  name,
  columns,
  optional,
}: Table): readonly (readonly [name: string, definition: string])[] {
  const isStanding = name.endsWith('_standing_grant')
  return [
    [`table ${name}`, name === 'plant_access' ? 'with row level security' : ''],
    // A tag may be too long for a primary key.
    ...(isStanding ? [] : [[`index ${name}_pkey on ${name}`, 'unique'] as const]),
    ...Object.entries(columns).map(([column, kind]): [string, string] => {
      const type = kind === 'text' ? 'text collate "C"' : column === 'one' ? 'integer' : kind
      return [`column ${name}.${column}`, optional.includes(column) ? type : `${type} not null`]
    }),
  ]
}

const rowSecurity = query<[isActive: string | null, role: string]>(
  "select case when row_security_active('plant_access') then 'yes' end, current_user::text",
)

/** Rejects with `unreadable` if the role sees only the lists of tokens that it presents: others would seem empty. */
export async function requireAllLists(reading: Reading): Promise<void> {
  const [isActive, role] = (await reading.row(rowSecurity)) ?? [null, '']
  if (isActive === null) return
  throw new StoreError(
    'unreadable',
    `The role ${role} may not see the lists of all users of ${reading.database}; ` +
      'use the one that owns the tables.',
  )
}
