/** What the command gets from the process it runs in, handed over by `main.ts`. */
import type { Readable } from 'node:stream'
import type { Checker } from '../run/checker.ts'
import type { MaybeTerminal } from './terminal.ts'

export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable
  readonly stdout: MaybeTerminal
  readonly stderr: MaybeTerminal
  /** Aborted when the process is asked to end; the reason is the name of the exit. */
  readonly interrupt: AbortSignal
  /** Checkers to use in place of all that exist: for tests. */
  readonly checkers?: readonly Checker[]
  /** For tests: whether one finding is enough. */
  readonly stopAtFirst?: boolean
  /** For tests: how long a check may take, in place of the time of its budget. */
  readonly timeMs?: number
}
