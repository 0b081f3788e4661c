/** What the command gets from the process it runs in, handed over by `main.ts`. */
import type { Readable, Writable } from 'node:stream'

/** A stream that may be a terminal. */
export type MaybeTerminal<Stream> = Stream & { readonly isTTY?: boolean }

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: MaybeTerminal<Readable>
  readonly stdout: MaybeTerminal<Writable>
  readonly stderr: MaybeTerminal<Writable>
}
