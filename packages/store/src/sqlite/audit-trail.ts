/** The audit trail: written by `change.ts`, listed and purged by the operator. */
import type { AuditEntry } from '../audit.ts'
import type { AuditFilter } from '../store.ts'
import { type AuditRow, auditSql } from './audit-sql.ts'
import type { Connection, Reading } from './connection.ts'
import { readBatches } from './keyset.ts'
import { requireTime } from './require-time.ts'

/** What is told of one change. */
export interface Deed {
  /** The operator's command that does it. */
  readonly command: string
  readonly summary: string
  readonly details: object
}

interface NewEntry extends Deed {
  readonly at: number
  readonly osUser: string
  readonly actor: string | undefined
}

/** Inside the transaction of the change. */
export function addEntry(connection: Connection, entry: NewEntry): AuditEntry {
  const { at, command, osUser, actor } = entry
  const summary = hideTokens(entry.summary)
  const details = hideTokens(JSON.stringify(entry.details, shorten))
  const hidden = actor === undefined ? null : hideTokens(actor)
  const row = connection.row(auditSql.add, at, command, osUser, hidden, summary, details)
  if (row === undefined) throw new Error('an insert returned no id')
  return toEntry([row[0], at, command, osUser, hidden, summary, details])
}

/** Inside a transaction. Says how many there were. */
export function purgeEntries(tx: Connection, before: Date): number {
  return tx.run(auditSql.purge, requireTime(before))
}

/** More than the beginning that lists show: somebody pasted a token where a name is due. */
const token = /pst_[0-9A-Za-z]{9,}/g

function hideTokens(text: string): string {
  return text.replaceAll(token, 'pst_…')
}

/** A command may name thousands of plants; the entry has how many were changed. */
const maxValues = 20

function shorten(_name: string, value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= maxValues) return value
  const values: readonly unknown[] = value
  return [...values.slice(0, maxValues), `and ${values.length - maxValues} more`]
}

/** In the order in which they were made. */
export async function* listEntries(
  connection: Reading,
  { since, after = 0, limit }: AuditFilter = {},
): AsyncGenerator<AuditEntry> {
  const from = since?.getTime() ?? 0
  yield* readBatches<AuditEntry>(
    (last, size) => connection.rows(auditSql.page, last?.id ?? after, size, from).map((row) => toEntry(row)),
    limit,
  )
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
