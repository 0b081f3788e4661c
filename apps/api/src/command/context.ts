/** What every command gets from the process it runs in. */
import type { Readable, Writable } from 'node:stream'

/** A stream that may be a terminal. */
type MaybeTerminal<Stream> = Stream & { readonly isTTY?: boolean; readonly fd?: number }

export interface CommandContext {
  readonly stdin: MaybeTerminal<Readable>
  readonly stdout: MaybeTerminal<Writable>
  readonly stderr: MaybeTerminal<Writable>
  /** Whether `--json` was given. */
  readonly json: boolean
}
