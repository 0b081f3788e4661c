/** Does the work of one checker, and tells it when to stop. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFailure } from '@plant-store/raw-http'
import { CheckerFailure } from './checker.ts'

/** When checkers are told to stop, and why. Once it is disposed of, it stops nobody any more. */
export class Stop implements Disposable {
  /** Aborted for whatever reason. */
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  /** With the signal, or after this time. */
  constructor(signal: AbortSignal, timeMs: number) {
    const late = `It had not finished within ${timeMs / 1000} s, and was stopped.`
    this.#timer = setTimeout(() => this.#controller.abort(late), timeMs).unref()
    this.signal = AbortSignal.any([signal, this.#controller.signal])
  }

  /** What was found is enough: that nobody came to an end is no failure. */
  beEnough(): void {
    this.#controller.abort('')
  }

  /** Why a checker that was told to stop has failed; empty where it has not. */
  get reason(): string {
    const own = this.#controller.signal
    if (own.aborted) return String(own.reason)
    return this.signal.aborted ? 'It was interrupted.' : ''
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }
}

/** A checker that was told to stop has this long to clean up; after that nobody waits for it. */
const graceMs = 10_000

/** How long a part of a checker's work took, and why it was not done, if it was not. Never rejects. */
export async function attempt(
  work: () => Promise<unknown> | undefined,
  stop: Stop,
): Promise<{ readonly durationMs: number; readonly failure?: string }> {
  const startedAt = performance.now()
  const done = new AbortController()
  // What is thrown at once is caught, too.
  const working = Promise.resolve().then(work)
  const failure = await Promise.race([working, giveUp(stop.signal, done.signal)])
    .then(
      () => stop.reason,
      (error: unknown) => (stop.signal.aborted ? stop.reason : explainError(error)),
    )
    .finally(() => done.abort())
  const durationMs = Math.round(performance.now() - startedAt)
  return { durationMs, ...(failure !== '' && { failure }) }
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
