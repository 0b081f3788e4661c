/** The audit trail: written by `change.ts`, listed and purged by the operator; without secrets, and no longer than needed. */
import type { AuditEntry, AuditFilter } from '../store.ts'
import { listById } from './read-batches.ts'
import { requireTime } from './refusals.ts'
import { query, type Reading, type Transaction } from './sql.ts'

/** An entry to be written. */
interface NewEntry {
  readonly at: number
  readonly command: string
  readonly osUser: string
  readonly actor: string | undefined
  readonly summary: string
  readonly details: object
}

/** One entry as the tables have it; `details` is JSON. */
type AuditRow = [
  id: number,
  at: number,
  command: string,
  osUser: string,
  actor: string | null,
  summary: string,
  details: string,
]

export const auditSql = {
  /** The values of an `AuditRow`. */
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
  const { at, command, osUser, actor } = entry
  const id = (await tx.dialect.takeIds(tx, 'audit', 1)) + 1
  const details = hideTokens(JSON.stringify(entry.details, shorten))
  const hidden = actor === undefined ? null : hideTokens(actor)
  const row: AuditRow = [id, at, command, osUser, hidden, hideTokens(entry.summary), details]
  await tx.run(auditSql.add, ...row)
  return toEntry(row)
}

function toEntry([id, at, command, osUser, actor, summary, details]: AuditRow): AuditEntry {
  return {
    id,
    at: new Date(at),
    command,
    osUser,
    actor: actor ?? undefined,
    summary,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `addEntry` wrote an object
    details: JSON.parse(details) as AuditEntry['details'],
  }
}

/** Matches more of a token than the beginning that lists show: somebody pasted a token in place of a name. */
const token = /pst_[0-9A-Za-z]{9,}/g

function hideTokens(text: string): string {
  return text.replaceAll(token, 'pst_…')
}

/** A command may name thousands of plants; the entry says how many were changed. */
const maxValues = 20

function shorten(_name: string, value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= maxValues) return value
  const values: readonly unknown[] = value
  return [...values.slice(0, maxValues), `and ${values.length - maxValues} more`]
}

/** Inside a transaction. Returns how many entries were deleted. */
export function purgeEntries(tx: Transaction, before: Date): Promise<number> {
  return tx.run(auditSql.purge, requireTime(before))
}

/** In the order in which the entries were made. */
export async function* listEntries(
  reading: Reading,
  { since, ...range }: AuditFilter = {},
): AsyncGenerator<AuditEntry> {
  const from = since === undefined ? 0 : requireTime(since)
  yield* listById(range, async (...after) =>
    (await reading.rows(auditSql.page, ...after, from)).map((row) => toEntry(row)),
  )
}
