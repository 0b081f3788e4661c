/** Converts an audit entry between the interface and the tables: without secrets, and no longer than needed. */
import type { AuditEntry } from '../../store.ts'

/** What is recorded of one change. */
export interface AuditSummary {
  /** The operator's command that makes it. */
  readonly command: string
  readonly summary: string
  readonly details: object
}

/** An entry to be written. */
export interface NewEntry extends AuditSummary {
  readonly at: number
  readonly osUser: string
  readonly actor: string | undefined
}

/** One entry as the tables have it, without its id; `details` is JSON. */
type AuditColumns = [
  at: number,
  command: string,
  osUser: string,
  actor: string | null,
  summary: string,
  details: string,
]
export type AuditRow = [id: number, ...AuditColumns]

export function toAuditColumns(entry: NewEntry): AuditColumns {
  const { at, command, osUser, actor } = entry
  const details = hideTokens(JSON.stringify(entry.details, shorten))
  const hidden = actor === undefined ? null : hideTokens(actor)
  return [at, command, osUser, hidden, hideTokens(entry.summary), details]
}

export function toEntry([id, at, command, osUser, actor, summary, details]: AuditRow): AuditEntry {
  return {
    id,
    at: new Date(at),
    command,
    osUser,
    actor: actor ?? undefined,
    summary,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `toAuditColumns` wrote an object
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
