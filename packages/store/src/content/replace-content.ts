/** Replaces everything that a database holds with what another one holds, in one transaction. */
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Reading, SqlValue, Transaction } from '../admin/sql.ts'
import { addMissingAccess } from '../admin/verify-access.ts'
import { StoreError } from '../store-error.ts'
import { digestTable, insertRows, type TableDigest } from './rows.ts'
import { ourTables, type Table } from './tables.ts'

const sql = {
  trail: 'select 1 from audit limit 1',
  forgetSince: 'delete from token_use',
  setSince: `
    insert into token_use (one, recorded_since) values (1, $1)
    on conflict (one) do update set recorded_since = excluded.recorded_since
    where excluded.recorded_since > token_use.recorded_since`,
  // Uses of tokens since the backup was made remain known.
  keepUse: 'create temp table used as select hash, last_used_at from token where last_used_at is not null',
  returnUse: `
    update token
    set last_used_at = u.last_used_at
    from used u
    where u.hash = token.hash and (token.last_used_at is null or token.last_used_at < u.last_used_at)`,
  dropUse: 'drop table used',
  setGeneration: 'update generation set value = $1',
} as const

/** The tables that were replaced, and what they were replaced with. */
type Digests = ReadonlyMap<Table, TableDigest>

/**
 * `from` reads as of one moment. Who sees what is not taken over, but derived from the grants. A database with an audit
 * trail continues it, and knows what it knew of the use of tokens. No id is assigned again that either has ever assigned;
 * every user gets a new revision.
 */
export async function replaceContent(tx: Transaction, from: Reading): Promise<void> {
  const hasTrail = (await tx.row(sql.trail)) !== undefined
  const { records, use, access } = ourTables()
  const tables = records.filter(({ name }) => !(name === 'audit' && hasTrail))
  await tx.run(sql.keepUse)
  // Rows that refer to others are deleted first. Readers see the old content until all of it is replaced.
  for (const { name } of [access, ...tables.toReversed()]) await tx.run(`delete from ${name}`)
  const digests = new Map<Table, TableDigest>()
  for (const table of tables) {
    digests.set(table, await digestTable(from, table, (rows) => insertRows(tx, table, rows)))
  }
  await tx.run(sql.returnUse)
  await tx.run(sql.dropUse)
  if (!hasTrail) await tx.run(sql.forgetSince)
  const setSince = async ([row]: readonly SqlValue[][]): Promise<void> => {
    await tx.run(sql.setSince, row?.[1] ?? null)
  }
  digests.set(use, await digestTable(from, use, setSince))
  for (const [table, last] of await from.rows(from.dialect.lastIds)) await tx.dialect.raiseId(tx, table, last)
  await tx.run(sql.setGeneration, randomBytes(8).toString('hex'))
  // The server has no statistics yet of tables that were just filled.
  await tx.script(tx.dialect.analyze(...tables.map(({ name }) => name)))
  await addMissingAccess(tx)
  if (!hasTrail) await requireSame(tx, from, digests)
}

/** Rejects with `damaged` unless each of the tables, and who sees what, is the same in both. */
async function requireSame(tx: Reading, from: Reading, replaced: Digests): Promise<void> {
  const { access } = ourTables()
  for (const [table, expected] of [...replaced, [access, await digestTable(from, access)] as const]) {
    const found = await digestTable(tx, table)
    if (!isDeepStrictEqual(found, expected))
      throw differs(table, [from.database, expected], [tx.database, found])
  }
}

type Side = readonly [database: string, digest: TableDigest]

function differs(table: Table, [from, expected]: Side, [to, found]: Side): StoreError {
  const isMore = found.rows !== expected.rows
  if (table === ourTables().access) {
    return new StoreError(
      'damaged',
      `What users see in ${from} is not what was granted: its access table has ${expected.rows} rows, but the grants ` +
        `${isMore ? `call for ${found.rows}` : 'call for others'}. Run plant-store verify --repair there first.`,
    )
  }
  const rows = isMore ? `${found.rows} rows, not ${expected.rows}` : 'other rows'
  return new StoreError(
    'damaged',
    `The table ${table.name} of ${to} would have ${rows}: something in the database changes what is written; run verify.`,
  )
}
