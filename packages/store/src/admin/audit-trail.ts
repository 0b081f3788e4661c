/** The audit trail: written by `change.ts`, listed and purged by the operator. */
import type { AuditEntry, AuditFilter } from '../store.ts'
import { type AuditRow, type NewEntry, toAuditColumns, toEntry } from './changes/audit-entry.ts'
import { readBatches } from './read-batches.ts'
import { requireTime } from './refusals.ts'
import { query, type Reading, type Transaction } from './sql.ts'

export const auditSql = {
  /** $1: its id; $2: time; $3: command; $4: operating system user; $5: actor; $6: summary; $7: details. */
  add: `
    insert into audit (audit_id, at, command, os_user, actor, summary, details)
    values ($1, $2, $3, $4, $5, $6, $7)`,
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
  const id = (await tx.dialect.takeIds(tx, 'audit', 1)) + 1
  await tx.run(auditSql.add, id, ...columns)
  return toEntry([id, ...columns])
}

/** Inside a transaction. Returns how many entries were deleted. */
export function purgeEntries(tx: Transaction, before: Date): Promise<number> {
  return tx.run(auditSql.purge, requireTime(before))
}

/** In the order in which the entries were made. */
export async function* listEntries(
  reading: Reading,
  { since, after = 0, limit }: AuditFilter = {},
): AsyncGenerator<AuditEntry> {
  const from = since === undefined ? 0 : requireTime(since)
  yield* readBatches<AuditEntry>(async (last, size) => {
    const rows = await reading.rows(auditSql.page, last?.id ?? after, size, from)
    return rows.map((row) => toEntry(row))
  }, limit)
}
