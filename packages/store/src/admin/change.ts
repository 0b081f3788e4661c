/**
 * The only way in which the operator's calls change the database: the change and its entry in the audit trail, in one
 * transaction. Nothing else gives them a transaction that writes.
 */
import type { AuditEntry } from '../store.ts'
import { type ChangeContext, osUser, type ResultOf } from './changes/change-options.ts'
import type { ChangeName, Changes } from './changes/changes.ts'
import { describeChange } from './changes/describe-change.ts'
import { addEntry } from './audit-trail.ts'
import type { Transaction } from './sql.ts'

/**
 * Runs `work` in a transaction of its own, on behalf of the named method with the given arguments. `prepare` runs
 * first, while others may still change the database. Rejects with what either rejects with; then nothing was changed.
 */
export type Change<Tx = Transaction> = <Name extends ChangeName>(
  name: Name,
  given: Parameters<Changes[Name]>,
  work: (tx: Tx) => Promise<ResultOf<Name>>,
  prepare?: (tx: Tx) => Promise<void>,
) => Promise<ResultOf<Name>>

/** `Database.change`, for an engine whose transactions can do more. */
export interface Changeable<Tx> {
  change<T>(work: (tx: Tx) => Promise<T>, prepare?: (tx: Tx) => Promise<void>): Promise<T>
}

class DryRunRollback extends Error {}

/** Changes to this database. */
export function createChange<Tx extends Transaction>(
  database: Changeable<Tx>,
  { actor, dryRun, accept, now, onAudit }: ChangeContext,
): Change<Tx> {
  return async <Name extends ChangeName>(
    name: Name,
    given: Parameters<Changes[Name]>,
    work: (tx: Tx) => Promise<ResultOf<Name>>,
    prepare?: (tx: Tx) => Promise<void>,
  ) => {
    let done: { readonly result: ResultOf<Name>; readonly entry: AuditEntry | undefined } | undefined
    try {
      await database.change(async (tx) => {
        const result = await work(tx)
        const summary = describeChange(name, result, given)
        const entry = summary && (await addEntry(tx, { ...summary, at: now(), osUser: osUser(), actor }))
        done = { result, entry }
        accept?.(result)
        if (dryRun === true) throw new DryRunRollback()
      }, prepare)
    } catch (error) {
      if (!(error instanceof DryRunRollback)) throw error
    }
    if (done === undefined) throw new Error('a transaction was committed without its work')
    if (done.entry !== undefined && dryRun !== true) onAudit?.(done.entry)
    return done.result
  }
}
