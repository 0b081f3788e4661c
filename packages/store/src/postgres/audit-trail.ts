/** The audit trail: written by `change.ts`, listed and purged by the operator. */
import type { AuditEntry } from '../audit.ts'
import { type AuditRow, type NewEntry, toAuditColumns, toEntry } from '../changes/audit-entry.ts'
import { readBatches } from '../read-batches.ts'
import { requireTime } from '../require-time.ts'
import type { AuditFilter } from '../store.ts'
import { query, type Reading, type Transaction } from './connection.ts'

const sql = {
  /** $1: time; $2: command; $3: operating system user; $4: actor; $5: summary; $6: details. */
  add: query<[id: number]>(`
    with next as (update last_id set value = value + 1 where of = 'audit' returning value)
    insert into audit (audit_id, at, command, os_user, actor, summary, details)
    select value, $1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text from next
    returning audit_id`),
  /** $1: after this entry; $2: at most this many; $3: not before this time. */
  page: query<AuditRow>(`
    select audit_id, at, command, os_user, actor, summary, details
    from audit
    where audit_id > $1 and at >= $3
    order by audit_id
    limit $2`),
  /** Scans the whole trail; runs rarely. */
  purge: 'delete from audit where at < $1',
} as const

/** Inside the transaction of the change. */
export async function addEntry(tx: Transaction, entry: NewEntry): Promise<AuditEntry> {
  const columns = toAuditColumns(entry)
  const row = await tx.row(sql.add, ...columns)
  if (row === undefined) throw new Error('an insert returned no id')
  return toEntry([row[0], ...columns])
}

/** Inside a transaction. Returns how many entries were deleted. */
export function purgeEntries(tx: Transaction, before: Date): Promise<number> {
  return tx.run(sql.purge, requireTime(before))
}

/** In the order in which the entries were made. */
export async function* listEntries(
  reading: Reading,
  { since, after = 0, limit }: AuditFilter = {},
): AsyncGenerator<AuditEntry> {
  const from = since === undefined ? 0 : requireTime(since)
  yield* readBatches<AuditEntry>(async (last, size) => {
    const rows = await reading.rows(sql.page, last?.id ?? after, size, from)
    return rows.map((row) => toEntry(row))
  }, limit)
}
