/** On whose behalf a database is changed, and what else is done with a change. */
import { userInfo } from 'node:os'
import process from 'node:process'
import type { AuditEntry } from '../audit.ts'
import type { ChangeName, Changes } from './changes.ts'

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

/** The user of the operating system: the number where there is no name, as in many containers. */
export function osUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
