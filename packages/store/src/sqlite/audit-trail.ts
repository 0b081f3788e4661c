/** The audit trail: written by `change.ts`, listed and purged by the operator. */
import type { AuditEntry } from '../audit.ts'
import { type NewEntry, toAuditColumns, toEntry } from '../changes/audit-entry.ts'
import type { AuditFilter } from '../store.ts'
import { auditSql } from './audit-sql.ts'
import type { Connection, Reading } from './connection.ts'
import { readBatches } from '../read-batches.ts'
import { requireTime } from '../require-time.ts'

/** Inside the transaction of the change. */
export function addEntry(connection: Connection, entry: NewEntry): AuditEntry {
  const columns = toAuditColumns(entry)
  const row = connection.row(auditSql.add, ...columns)
  if (row === undefined) throw new Error('an insert returned no id')
  return toEntry([row[0], ...columns])
}

/** Inside a transaction. Returns how many entries were deleted. */
export function purgeEntries(tx: Connection, before: Date): number {
  return tx.run(auditSql.purge, requireTime(before))
}

/** In the order in which the entries were made. */
export async function* listEntries(
  connection: Reading,
  { since, after = 0, limit }: AuditFilter = {},
): AsyncGenerator<AuditEntry> {
  const from = since === undefined ? 0 : requireTime(since)
  yield* readBatches<AuditEntry>(
    (last, size) => connection.rows(auditSql.page, last?.id ?? after, size, from).map((row) => toEntry(row)),
    limit,
  )
}
