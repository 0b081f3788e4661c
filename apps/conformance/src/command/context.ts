/** What the command gets from the process it runs in, handed over by `main.ts`. */
import type { Readable } from 'node:stream'
import type { Judge } from '../run/judge.ts'
import type { MaybeTerminal } from './terminal.ts'

export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable
  readonly stdout: MaybeTerminal
  readonly stderr: MaybeTerminal
  /** Aborted when the process is asked to end; the reason is the name of the exit. */
  readonly interrupt: AbortSignal
  /** Judges to use in place of all that exist: for tests. */
  readonly judges?: readonly Judge[]
  /** For tests: how long a check may take, in place of the time of its budget. */
  readonly timeMs?: number
}
