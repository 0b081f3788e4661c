/** What the command gets from the process it runs in, handed over by `main.ts`. */
import type { Readable, Writable } from 'node:stream'
import type { Judge } from '../court/judge.ts'

/** A stream that may be a terminal. */
export type MaybeTerminal = Writable & { readonly isTTY?: boolean }

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable
  readonly stdout: MaybeTerminal
  readonly stderr: MaybeTerminal
  /** Aborted when the process is asked to end; the reason is the name of the exit. */
  readonly interrupt: AbortSignal
  /** The judges to hear, instead of all that there are: for tests. */
  readonly judges?: readonly Judge[]
}
