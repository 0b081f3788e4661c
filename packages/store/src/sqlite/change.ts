/**
 * The one way in which the operator's calls change the database: what is done and its entry in the audit trail, in one
 * transaction. Nothing else gives them a connection that writes.
 */
import process from 'node:process'
import { userInfo } from 'node:os'
import type { AuditEntry } from '../audit.ts'
import { addEntry } from './audit-trail.ts'
import type { Connection } from './connection.ts'
import type { ChangeName, Changes } from './changes.ts'
import { describeChange } from './describe-change.ts'

/** Who changes something, and what else is done with it. */
export interface ChangeOptions {
  /** Who runs the program, beside the user of the operating system. */
  readonly actor?: string | undefined
  /** Does everything and then takes it back: calls resolve to what they would have done, and nothing was changed. */
  readonly dryRun?: boolean | undefined
  /** Hears of each entry once it is on disk. */
  readonly onAudit?: ((entry: AuditEntry) => void) | undefined
}

/** `ChangeOptions`, and the clock. */
export interface ChangeContext extends ChangeOptions {
  readonly now: () => number
}

export type ResultOf<Name extends ChangeName> = Awaited<ReturnType<Changes[Name]>>

/** Does `work` in a transaction of its own, on behalf of the method that is named and with what that was given. */
export type Change = <Name extends ChangeName>(
  name: Name,
  given: Parameters<Changes[Name]>,
  work: (tx: Connection) => ResultOf<Name>,
) => Promise<ResultOf<Name>>

/** Changes through this connection. They reject with what `work` throws, and nothing was changed then. */
export function createChange(connection: Connection, context: ChangeContext): Change {
  return (name, given, work) => Promise.try(() => change(connection, context, name, given, work))
}

class TakenBack extends Error {}

/** `Change` on a connection, for those who do more with it. */
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

/** Its number where it has no name, as in many containers. */
function osUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
