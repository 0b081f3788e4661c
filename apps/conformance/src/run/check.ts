/** One check of one service: all checkers at once, one verdict. */
import { redactDeep, redactSecrets } from '@plant-store/raw-http'
import { type Subject, timeOf } from '../subject.ts'
import type { BaselineFile } from './baseline.ts'
import type { Basis } from './basis.ts'
import { Collected } from './collector.ts'
import { giveVerdict } from './give-verdict.ts'
import { attempt, Stop } from './attempt.ts'
import type { Checker } from './checker.ts'
import { Pace } from './pace.ts'
import { preflight, type Waiting } from './preflight.ts'
import type { Selection } from './selection.ts'
import type { CheckerReport, Verdict } from './verdict.ts'

/** What a watcher is told after each exchange; `working`: the checkers that are still at work. */
export interface Progress extends Pick<Collected, 'exchanges' | 'broken'> {
  readonly working: Iterable<string>
}

export interface CheckOptions
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
export async function check(subject: Subject, options: CheckOptions): Promise<Verdict> {
  const { signal, baseline = { file: '', known: [] }, operations, contract, leftOut = [] } = options
  const startedAt = new Date()
  const pace = new Pace(subject.rate)
  const obstacle = await preflight(subject, { ...options, pace })
  const { collected, checkers } = await runCheckers(subject, options, pace, obstacle === undefined)
  const verdict = giveVerdict({
    collected,
    checkers,
    contract,
    operations,
    leftOut,
    subject,
    startedAt,
    baseline,
    obstacle: signal.aborted ? 'The check was interrupted.' : (collected.limit.sentence ?? obstacle),
  })
  return redactDeep(verdict, redactSecrets(subject))
}

/** Without checkers where there is nothing to check, or where one can't be made ready: a person is told at once. */
async function runCheckers(
  subject: Subject,
  options: CheckOptions,
  pace: Pace,
  isChecked: boolean,
): Promise<{ readonly collected: Collected; readonly checkers: readonly CheckerReport[] }> {
  const timeMs = timeOf(subject)
  const { signal, timeLimitMs = timeMs + overtimeMs, ignored, stopAtFirst = false, onProgress } = options
  const all = isChecked ? options.checkers : []
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
  if (unready.length > 0) return { collected, checkers: unready }
  const checkers = await Promise.all(
    all.map((checker) =>
      attempt(checker, stop, (told) => checker.check(subject, collected.collectorFor(told))).finally(() =>
        working.delete(checker.name),
      ),
    ),
  )
  return { collected, checkers }
}
