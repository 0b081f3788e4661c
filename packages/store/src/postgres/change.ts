/**
 * The only way in which the operator's calls change the database: the change and its entry in the audit trail, in one
 * transaction. Nothing else gives them a transaction that writes.
 */
import type { AuditEntry } from '../audit.ts'
import { type ChangeContext, osUser, type ResultOf } from '../changes/change-options.ts'
import type { ChangeName, Changes } from '../changes/changes.ts'
import { describeChange } from '../changes/describe-change.ts'
import { StoreError } from '../store-error.ts'
import { addEntry } from './audit-trail.ts'
import type { Database, Transaction } from './connection.ts'

/**
 * Runs `work` in a transaction of its own, on behalf of the named method with the given arguments. `prepare` runs
 * first, in the same transaction, while others may still change the database.
 */
export type Change = <Name extends ChangeName>(
  name: Name,
  given: Parameters<Changes[Name]>,
  work: (tx: Transaction) => Promise<ResultOf<Name>>,
  prepare?: (tx: Transaction) => Promise<void>,
) => Promise<ResultOf<Name>>

/** The key of the advisory lock of changes: "PLNT" in ASCII. Other programs in the database use other keys. */
const changeLock = 0x50_4c_4e_54

/**
 * Waits until nobody else changes the database. The data from which access is derived then stays as it was read, and no
 * two changes wait for each other's rows.
 */
export async function lockChanges(tx: Transaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1)', changeLock)
}

/** `ChangeContext`, and whether the store is read-only. */
interface PostgresContext extends ChangeContext {
  readonly readOnly: boolean
}

/** Changes to this database. They reject with what `work` rejects with, and then nothing was changed. */
export function createChange(database: Database, context: PostgresContext): Change {
  return (name, given, work, prepare) => change(database, context, { name, given, work, prepare })
}

/** What is done, on behalf of which method and with which arguments. */
interface Doing<Name extends ChangeName> {
  readonly name: Name
  readonly given: Parameters<Changes[Name]>
  readonly work: (tx: Transaction) => Promise<ResultOf<Name>>
  readonly prepare: ((tx: Transaction) => Promise<void>) | undefined
}

class TakenBack extends Error {}

async function change<Name extends ChangeName>(
  database: Database,
  { actor, dryRun, now, onAudit, readOnly }: PostgresContext,
  { name, given, work, prepare }: Doing<Name>,
): Promise<ResultOf<Name>> {
  if (readOnly) throw new StoreError('unreadable', `The database ${database.database} can't be written to.`)
  let done: { readonly result: ResultOf<Name>; readonly entry: AuditEntry | undefined } | undefined
  try {
    await database.transaction('write', async (tx) => {
      await prepare?.(tx)
      await lockChanges(tx)
      const result = await work(tx)
      const deed = describeChange(name, result, given)
      const entry = deed && (await addEntry(tx, { ...deed, at: now(), osUser: osUser(), actor }))
      done = { result, entry }
      if (dryRun === true) throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  if (done === undefined) throw new Error('a transaction was committed without its work')
  if (done.entry !== undefined && dryRun !== true) onAudit?.(done.entry)
  return done.result
}
