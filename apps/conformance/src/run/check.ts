/** One check of one service: all checkers at once, one verdict. */
import { addAbortListener, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalFailure, redactDeep, redactSecrets } from '@plant-store/raw-http'
import { type Subject, timeOf } from '../subject.ts'
import type { BaselineFile } from './baseline.ts'
import type { Basis } from './basis.ts'
import { Collected, type Told } from './collector.ts'
import { giveVerdict } from './give-verdict.ts'
import { type Checker, CheckerFailure } from './checker.ts'
import { Pace } from './pace.ts'
import { preflight, type Waiting } from './preflight.ts'
import type { Selection } from './selection.ts'
import type { CheckerReport, Verdict } from './verdict.ts'

/** What a watcher is told after each exchange; `working`: the checkers that are still at work. */
export interface Progress extends Pick<Collected, 'exchanges' | 'broken'> {
  readonly working: Iterable<string>
}

export interface CheckRun
  extends Basis, Partial<Omit<Selection, 'operations'>>, Pick<Waiting, 'signal' | 'doubtTokens' | 'waitMs'> {
  readonly baseline?: BaselineFile
  readonly checkers: readonly Checker[]
  /** One finding is enough: all checkers are told to stop at the first. */
  readonly stopAtFirst?: boolean
  readonly onProgress?: (progress: Progress) => void
  /** Checkers that have not ended by then are stopped; by default some time after the time of the budget is over. */
  readonly timeLimitMs?: number
}

/** A checker that does not end by itself when the time of the budget is over is stopped this much later. */
const overtimeMs = 300_000

/** Resolves to the verdict, without a secret. Never rejects. Afterwards nothing but the verdict is reachable. */
export async function check(subject: Subject, options: CheckRun): Promise<Verdict> {
  const startedAt = new Date()
  const timeMs = timeOf(subject)
  const { signal, timeLimitMs = timeMs + overtimeMs, ignored, stopAtFirst = false, onProgress } = options
  const pace = new Pace(subject.rate)
  const silence = await preflight(subject, { ...options, pace })
  const all = silence === undefined ? options.checkers : []
  using toPrepare = new Stop(signal, timeLimitMs)
  const prepared = await Promise.all(
    all.map((checker) => attempt(checker, toPrepare, () => checker.prepare?.(toPrepare.signal))),
  )
  const unready = prepared.filter(({ failure }) => failure !== undefined)
  // From here on all checkers have the same time.
  using stop = new Stop(signal, timeLimitMs)
  using timeUp = new Stop(signal, timeMs)
  pace.endWith(stop.signal, timeUp.signal)
  const working = new Set(all.map(({ name }) => name))
  const collected = new Collected({
    ...options,
    counts: ({ id, origin }) => ignored?.has(id) !== true && (subject.only === 'all' || origin === 'given'),
    pace,
    signal: stop.signal,
    timeUp: timeUp.signal,
    onChange: ({ exchanges, broken, limit }) => {
      onProgress?.({ exchanges, broken, working })
      // A limit of the service keeps it from being checked.
      if (limit.sentence !== undefined || (stopAtFirst && broken > 0)) stop.abort('')
    },
  })
  const work = async (checker: Checker): Promise<CheckerReport> => {
    const report = await attempt(checker, stop, (told) =>
      checker.check(subject, collected.collectorFor(told)),
    )
    working.delete(checker.name)
    return report
  }
  // Where one can't be made ready, a person is told at once.
  const checkers = unready.length > 0 ? unready : await Promise.all(all.map((one) => work(one)))
  const obstacle = signal.aborted ? 'The check was interrupted.' : (collected.limit.sentence ?? silence)
  const whole = { baseline: { file: '', known: [] }, leftOut: [], ...options }
  const verdict = giveVerdict({ ...whole, subject, collected, checkers, startedAt, obstacle })
  return redactDeep(verdict, redactSecrets(subject))
}

/**
 * Tells checkers to stop: when the check is interrupted, or after this time. The reason says why one that had not ended has
 * failed; empty where it has not, since what was found is enough. Once it is disposed of, it stops nobody any more.
 */
class Stop extends AbortController implements Disposable {
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

/** Has the checker do a part of its work. Resolves to how it fared. Never rejects. */
async function attempt(
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
