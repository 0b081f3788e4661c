/** Does the work of one checker, and tells it when to stop. */
import { addAbortListener, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFailure } from '@plant-store/raw-http'
import { type Checker, CheckerFailure } from './checker.ts'
import type { CheckerReport } from './verdict.ts'

/**
 * Tells checkers to stop: when the check is interrupted, or after this time. The reason says why one that had not ended has
 * failed; empty where it has not, since what was found is enough. Once it is disposed of, it stops nobody any more.
 */
export class Stop extends AbortController implements Disposable {
  readonly #interrupted: Disposable
  readonly #late: NodeJS.Timeout

  constructor(interrupt: AbortSignal, timeMs: number) {
    super()
    const late = `It had not finished within ${timeMs / 1000} s, and was stopped.`
    this.#interrupted = addAbortListener(interrupt, () => this.abort('It was interrupted.'))
    this.#late = setTimeout(() => this.abort(late), timeMs).unref()
  }

  [Symbol.dispose](): void {
    this.#interrupted[Symbol.dispose]()
    clearTimeout(this.#late)
  }
}

/** A checker that was told to stop has this long to clean up; after that nobody waits for it. */
const graceMs = 10_000

/** What a checker tells of its work while it lasts. */
export interface Told {
  /** How many requests it made. */
  exchanges: number
  /** What it did not try, and why, one sentence each. */
  readonly notReached: string[]
}

/** Has the checker do a part of its work. Resolves to how it fared. Never rejects. */
export async function attempt(
  { name }: Checker,
  { signal }: Stop,
  work: (told: Told) => Promise<void> | undefined,
): Promise<CheckerReport> {
  const told: Told = { exchanges: 0, notReached: [] }
  const startedAt = performance.now()
  const done = new AbortController()
  // What is thrown at once is caught, too.
  const working = Promise.resolve(told).then(work)
  const failure = await Promise.race([working, giveUp(signal, done.signal)])
    .then(
      () => '',
      (error: unknown) => explainError(error),
    )
    .finally(() => done.abort())
  const why = signal.aborted ? String(signal.reason) : failure
  const durationMs = Math.round(performance.now() - startedAt)
  return { name, durationMs, ...told, ...(why !== '' && { failure: why }) }
}

/** Resolves some time after the signal, or never. */
async function giveUp(signal: AbortSignal, done: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort', { signal: done }).catch(() => {})
  await sleep(graceMs, undefined, { signal: done }).catch(() => {})
}

/** What a person is told about a checker that threw. */
function explainError(error: unknown): string {
  if (error instanceof CheckerFailure || error instanceof LocalFailure) return error.message
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const [message = '', place = ''] = text.split('\n').map((line) => line.trim())
  return `It failed because of an internal error: ${message} ${place}`.trim()
}
