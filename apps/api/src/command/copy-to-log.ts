/** The copy of the audit trail in the log: a line on standard error for each entry. */
import type { AuditEntry } from '@plant-store/store'
import type { CommandContext } from './context.ts'
import { toJson } from './terminal/output.ts'
import { escapeControl } from './terminal/text.ts'

/** Writes a line of JSON like the service's, or in a terminal a line for a person. */
export function copyToLog({ stderr }: Pick<CommandContext, 'stderr'>): (entry: AuditEntry) => void {
  return (entry) => {
    stderr.write(`${stderr.isTTY === true ? describeEntry(entry) : toLogLine(entry)}\n`)
  }
}

function toLogLine({ id, at, ...rest }: AuditEntry): string {
  return toJson({ level: 'info', time: at.toISOString(), auditId: id, ...rest, msg: 'audit' })
}

function describeEntry(entry: AuditEntry): string {
  return escapeControl(`audit ${entry.id}: ${entry.command} by ${describeAuthor(entry)}: ${entry.summary}`)
}

/** `Ada (root)`, or only the operating system's user. */
export function describeAuthor({ actor, osUser }: AuditEntry): string {
  return actor === undefined ? osUser : `${actor} (${osUser})`
}
