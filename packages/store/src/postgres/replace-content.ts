/** Replaces the content of a PostgreSQL database with that of a `pg_dump` file. */
import { accessTable, recordTables, type Table, tokenTables } from '../tables.ts'
import { query, type Transaction } from './connection.ts'
import { insertRows } from './copy-ends.ts'
import { readDumped, unusable } from './dump.ts'
import { findAccessProblems } from '../admin/verify-access.ts'

const sql = {
  counts: query<[plants: number, users: number]>(
    'select (select count(*) from plant), (select count(*) from users)',
  ),
  audit: 'select 1 from audit limit 1',
  // Uses of tokens since the backup was made remain known.
  keepUse: `
    create temp table used on commit drop as
    select hash, last_used_at from token where last_used_at is not null`,
  returnUse: `
    update token
    set last_used_at = u.last_used_at
    from used u
    where u.hash = token.hash and (token.last_used_at is null or token.last_used_at < u.last_used_at)`,
  since: query<[since: number]>('select recorded_since from token_use'),
  setSince: `
    insert into token_use (one, recorded_since) values (1, $1)
    on conflict (one) do update set recorded_since = greatest(token_use.recorded_since, excluded.recorded_since)`,
  /** The next id is above every id that either database has ever assigned. */
  raiseId: 'update last_id set value = greatest(value, $2::bigint) where of = $1',
  renewGeneration: `update generation set value = left(replace(gen_random_uuid()::text, '-', ''), 16)`,
  analyze: `analyze ${recordTables.map(({ name }) => name).join(', ')}, ${accessTable.name}`,
} as const

const lastIdTable: Table = {
  name: 'last_id',
  key: ['of'],
  columns: { of: 'text', value: 'number' },
}

/** Inside a transaction that holds the lock of changes. Returns the new number of rows; rejects with `damaged`. */
export async function replaceContent(
  tx: Transaction,
  from: string,
): Promise<{ readonly plants: number; readonly users: number }> {
  const hasTrail = (await tx.row(sql.audit)) !== undefined
  const tables = [...recordTables, ...tokenTables, accessTable].filter(
    ({ name }) => !(name === 'audit' && hasTrail),
  )
  const [since] = (await tx.row(sql.since)) ?? []
  await tx.run(sql.keepUse)
  // Rows that refer to others are deleted first. Readers see the old content until all of it is replaced.
  for (const { name } of tables.toReversed()) await tx.run(`delete from ${name}`)
  for (const table of tables) await readDumped(from, table, (rows) => insertRows(tx, table, rows))
  await tx.run(sql.returnUse)
  if (since !== undefined) await tx.run(sql.setSince, since)
  await readDumped(from, lastIdTable, async (rows) => {
    for (const [of, value] of rows) await tx.run(sql.raiseId, of ?? '', value ?? 0)
  })
  await tx.run(sql.renewGeneration)
  await tx.script(sql.analyze)
  for (const { detail } of await findAccessProblems(tx)) throw unusable(from)(detail)
  const [plants, users] = (await tx.row(sql.counts)) ?? [0, 0]
  return { plants, users }
}
