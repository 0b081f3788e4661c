/** What `verify` looks at in a database of PostgreSQL: how its tables were made, and whether all rows may be read. */
import { query, type Reading } from '../admin/sql.ts'
import type { Schema } from '../content/compare-schemas.ts'
import { StoreError } from '../store-error.ts'
import { expectedSchema } from './expected-schema.ts'

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
    select name, case contype when 'c' then 'check ' else 'exclusion ' end || conname || ' on ' || name,
      case when convalidated then '' else 'not valid' end
    from t join pg_constraint on conrelid = t.oid
    where contype in ('c', 'x')
    union all
    select name, 'foreign key of ' || conrelid::regclass || ' to ' || confrelid::regclass,
      string_agg(conname || case when convalidated then '' else ' not valid' end, ', ' order by conname)
    from t join pg_constraint on t.oid in (conrelid, confrelid)
    where contype = 'f'
    group by name, conrelid, confrelid
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
 * `Dialect.readSchema`: each table, column, index, constraint, policy, rule and trigger. Others may have tables in the
 * same schema: only what is on ours is compared.
 */
export async function readSchema(
  reading: Reading,
): Promise<{ readonly found: Schema; readonly expected: Schema }> {
  const expected = expectedSchema()
  const rows = (await reading.rows(sql)).filter(([table]) => expected.has(`table ${table}`))
  return { found: new Map(rows.map(([, name, definition]) => [name, definition])), expected }
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
