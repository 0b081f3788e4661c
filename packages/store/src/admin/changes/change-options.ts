/** On whose behalf a database is changed, and what else happens with a change. */
import { userInfo } from 'node:os'
import process from 'node:process'
import type { AuditEntry } from '../../store.ts'
import type { ChangeName, Changes } from './changes.ts'

/** Who changes something, and what else happens with the change. */
export interface ChangeOptions {
  /** The person who runs the program, in addition to the operating system user. */
  readonly actor?: string | undefined
  /** Makes every change and rolls it back: calls resolve to what they would have done, and nothing is changed. */
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

export type ResultOf<Name extends ChangeName> = Awaited<ReturnType<Changes[Name]>>

/** The operating system user: its number if it has no name, as in many containers. */
export function osUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
