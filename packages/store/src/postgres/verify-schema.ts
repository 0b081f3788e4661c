/** Compares the tables with those that the migrations make. */
import type { Finding } from '../store.ts'
import { query, type Reading } from './connection.ts'
import { expectedSchema } from './expected-schema.ts'

/** Read from the catalogs, whose columns are the same in all versions; the texts of expressions may differ. */
const sql = query<[table: string, text: string]>(`
  with t as (
    select oid, relname::text as name, relrowsecurity
    from pg_class
    where relkind in ('r', 'p')
      and relnamespace = (select relnamespace from pg_class where oid = to_regclass('migration')))
  select * from (
    select name, 'table ' || name || case when relrowsecurity then ' with row level security' else '' end from t
    union all
    select name, 'column ' || name || '.' || attname || ' ' || format_type(atttypid, atttypmod)
      || coalesce(' collate ' || quote_ident(nullif(collname, 'default')), '')
      || case when attnotnull then ' not null' else '' end
    from t join pg_attribute on attrelid = t.oid
    left join pg_collation c on c.oid = attcollation
    where attnum > 0 and not attisdropped
    union all
    select name, case when indisunique then 'unique ' else '' end
      || 'index ' || indexrelid::regclass || ' on ' || name
    from t join pg_index on indrelid = t.oid
    where indisvalid
    union all
    select name, case contype when 'c' then 'check ' else 'foreign key ' end
      || conname || ' on ' || name
    from t join pg_constraint on conrelid = t.oid
    where contype in ('c', 'f') and convalidated
    union all
    select name, 'policy ' || polname || ' on ' || name
    from t join pg_policy on polrelid = t.oid
    union all
    select name, 'trigger ' || tgname || ' on ' || name
    from t join pg_trigger on tgrelid = t.oid
    where not tgisinternal
  ) as parts (name, text)
  order by name collate "C", text collate "C"`)

/** Describes each table, column, index, constraint, policy and trigger in words, with the table that it belongs to. */
export function readSchema(reading: Reading): Promise<readonly (readonly [table: string, text: string])[]> {
  return reading.rows(sql)
}

/** Others may have tables in the same schema, and an additional index does no harm. */
export async function findSchemaProblems(reading: Reading): Promise<readonly Finding[]> {
  const found = await readSchema(reading)
  const there = new Set(found.map(([, text]) => text))
  const expected = new Set(expectedSchema)
  const ours = new Set(expectedSchema.flatMap((text) => /^table (\w+)/.exec(text)?.[1] ?? []))
  const missing = expectedSchema.filter((text) => !there.has(text))
  const unknown = found.filter(
    ([table, text]) => ours.has(table) && !expected.has(text) && !text.startsWith('index '),
  )
  return [
    ...missing.map((text) => `${text} is missing from what the migrations make`),
    ...unknown.map(([, text]) => `${text} is unknown to what the migrations make`),
  ].map((detail) => ({ what: 'schema', detail }))
}
