/**
 * The only way in which the operator's calls change the database: the change and its entry in the audit trail, in one
 * transaction. Nothing else gives them a transaction that writes.
 */
import { userInfo } from 'node:os'
import process from 'node:process'
import type { AuditEntry } from '../store.ts'
import { addEntry } from './audit-trail.ts'
import type { Database, Transaction } from './sql.ts'

/** Who changes something, and what else happens with the change. */
export interface ChangeOptions {
  /** The person who runs the program, in addition to the operating system user. */
  readonly actor?: string | undefined
  /**
   * Every change is made and rolled back: calls resolve to what they would have done, and nothing is changed. Only a token
   * that is to be delivered can't be tried this way.
   */
  readonly dryRun?: boolean | undefined
  /** Called with what each change resolves to, before it is committed; the change is undone if it throws. */
  readonly accept?: ((result: unknown) => void) | undefined
  /** Called with each entry once it is on disk. */
  readonly onAudit?: ((entry: AuditEntry) => void) | undefined
}

/** `ChangeOptions`, and the clock. */
export interface ChangeContext extends ChangeOptions {
  readonly now: () => number
}

/** What a change resolves to, and what its entry says of it: in a sentence, and for programs. */
export type Done<T> = readonly [result: T, summary: string, details: object]

/**
 * Runs `work` in a transaction of its own, on behalf of the operator's command. There is no entry if the result says that
 * nothing was changed. `prepare` runs first, while others may still change the database. Rejects with what either rejects
 * with; then nothing was changed.
 */
export type Change = <T>(
  command: string,
  work: (tx: Transaction) => Promise<Done<T>>,
  prepare?: (tx: Transaction) => Promise<void>,
) => Promise<T>

class DryRunRollback extends Error {}

/** Changes to this database. */
export function createChange(
  database: Pick<Database, 'change'>,
  { actor, dryRun, accept, now, onAudit }: ChangeContext,
): Change {
  return async <T>(
    command: string,
    work: (tx: Transaction) => Promise<Done<T>>,
    prepare?: (tx: Transaction) => Promise<void>,
  ) => {
    let done: { readonly result: T; readonly entry: AuditEntry | undefined } | undefined
    try {
      await database.change(async (tx) => {
        const [result, summary, details] = await work(tx)
        const entry = { command, summary, details, at: now(), osUser: osUser(), actor }
        done = { result, entry: isNothing(result) ? undefined : await addEntry(tx, entry) }
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

/** What changes resolve to that changed nothing. */
function isNothing(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return result === false || result === 0
  if ('updated' in result && 'added' in result) return result.added === 0 && result.updated === 0
  return 'changed' in result && isNothing(result.changed)
}

/** The operating system user: its number if it has no name, as in many containers. */
function osUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** A name in a summary. */
export const quote = (name: string): string => JSON.stringify(name)

/** A number of things in a summary, such as `2 plants`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
