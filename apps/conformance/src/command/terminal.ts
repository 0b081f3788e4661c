/** What the command gets from its process: texts are written at the speed of the reader, and a line moves while something takes time. */
import type { Readable, Writable } from 'node:stream'
import { causeOf } from '../input-error.ts'
import type { Progress } from '../run/check.ts'
import type { Checker } from '../run/checker.ts'
import { ReportError } from '../report/write-reports.ts'

/** A stream that may be a terminal. */
export type MaybeTerminal = Writable & { readonly isTTY?: boolean }

/** Handed over by `main.ts`. */
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
}

/** Resolves when the text is handed on, or the reader has had enough, as `head` has. Rejects with a `ReportError`. */
export function writeText(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The callback reports the failure; without a listener, the error event beside it would end the process.
    if (stream.listenerCount('error') === 0) stream.on('error', () => {})
    stream.write(text, (error) => {
      if (error === null || error === undefined || ('code' in error && error.code === 'EPIPE')) resolve()
      else reject(new ReportError(`The output could not be written: ${causeOf(error)}.`, { cause: error }))
    })
  })
}

/** Often enough for the line to be seen moving. */
const intervalMs = 100
/** To the first column, and erases the line. */
const clear = '\r\u001B[K'

/** Draws on a terminal only, for which it asks for the text; elsewhere nothing is written. `stop` clears the line. */
export function showLine(stderr: MaybeTerminal): { draw(text: () => string): void; stop(): void } {
  let drawnAt = 0
  return {
    draw: (text) => {
      if (stderr.isTTY !== true || performance.now() - drawnAt < intervalMs) return
      drawnAt = performance.now()
      stderr.write(`${clear}${text()}`)
    },
    stop: () => {
      if (stderr.isTTY === true) stderr.write(clear)
    },
  }
}

/** What a check is doing, by the time since it began. */
export function describeProgress({ exchanges, broken, working }: Progress, elapsedMs: number): string {
  const found = broken === 0 ? '' : broken === 1 ? ', 1 finding' : `, ${broken} findings`
  const seconds = `${(elapsedMs / 1000).toFixed(1)} s`
  return `${seconds}  ${exchanges.toLocaleString('en')} requests${found}  ${[...working].join(', ')}`.trimEnd()
}
