/**
 * The only way in which the operator's calls change the database: the change and its entry in the audit trail, in one
 * transaction. Nothing else gives them a connection that writes.
 */
import type { AuditEntry } from '../audit.ts'
import { type ChangeContext, osUser, type ResultOf } from '../changes/change-options.ts'
import type { ChangeName, Changes } from '../changes/changes.ts'
import { describeChange } from '../changes/describe-change.ts'
import { addEntry } from './audit-trail.ts'
import type { Connection } from './connection.ts'

export type { ChangeContext, ChangeOptions } from '../changes/change-options.ts'

/** Runs `work` in a transaction of its own, on behalf of the named method with the given arguments. */
export type Change = <Name extends ChangeName>(
  name: Name,
  given: Parameters<Changes[Name]>,
  work: (tx: Connection) => ResultOf<Name>,
) => Promise<ResultOf<Name>>

/** Changes through this connection. They reject with what `work` throws, and then nothing was changed. */
export function createChange(connection: Connection, context: ChangeContext): Change {
  return (name, given, work) => Promise.try(() => change(connection, context, name, given, work))
}

class TakenBack extends Error {}

/** `Change` on a connection, for callers that do more with it. */
export function change<Name extends ChangeName>(
  connection: Connection,
  { actor, dryRun, now, onAudit }: ChangeContext,
  name: Name,
  given: Parameters<Changes[Name]>,
  work: (tx: Connection) => ResultOf<Name>,
): ResultOf<Name> {
  let done: { readonly result: ResultOf<Name>; readonly entry: AuditEntry | undefined } | undefined
  try {
    connection.transaction(() => {
      const result = work(connection)
      const deed = describeChange(name, result, given)
      done = { result, entry: deed && addEntry(connection, { ...deed, at: now(), osUser: osUser(), actor }) }
      if (dryRun === true) throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  if (done === undefined) throw new Error('a transaction was committed without its work')
  if (done.entry !== undefined && dryRun !== true) onAudit?.(done.entry)
  return done.result
}
