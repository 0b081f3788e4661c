/** One check of one service: all checkers at once, one verdict. */
import { redactDeep, redactSecrets } from '@plant-store/raw-http'
import type { Rule } from '../rules/rules.ts'
import { type Subject, timeOf } from '../subject.ts'
import { Baseline, type BaselineFile } from './baseline.ts'
import type { Basis } from './basis.ts'
import { Collected } from './collector.ts'
import { type Facts, giveVerdict } from './give-verdict.ts'
import { attempt, runChecker, Stop } from './run-checker.ts'
import type { Checker } from './checker.ts'
import { Pace } from './pace.ts'
import { firstPreflight, preflight } from './preflight.ts'
import type { CheckerReport, Verdict } from './verdict.ts'

/** What a watcher is told after each exchange. */
export interface Progress {
  readonly elapsedMs: number
  readonly exchanges: number
  readonly broken: number
  /** The checkers that are still at work. */
  readonly checkers: readonly string[]
}

export interface CheckOptions extends Basis {
  /** The ids of rules that don't count. */
  readonly ignored?: ReadonlySet<string>
  /** What was left out on request, one sentence each. */
  readonly leftOut?: readonly string[]
  readonly baseline?: BaselineFile
  readonly checkers: readonly Checker[]
  /** Aborted when the user interrupts: checkers are told to stop; without a finding, nothing is concluded. */
  readonly signal: AbortSignal
  /** One finding is enough: all checkers are told to stop at the first. */
  readonly stopAtFirst?: boolean
  /**
   * Whether the tokens may be wrong. If so, a service that refuses them all is not checked. Otherwise they are known
   * to be good, and a service that refuses them breaks the contract.
   */
  readonly doubtTokens?: boolean
  readonly onProgress?: (progress: Progress) => void
  /** Checkers that have not ended by then are stopped; by default some time after the time of the budget is over. */
  readonly timeLimitMs?: number
  /** How long a service is waited for that does not answer yet. */
  readonly waitMs?: number
}

/** A checker that does not end by itself when the time of the budget is over is stopped this much later. */
const overtimeMs = 300_000

/**
 * Resolves to the verdict, which contains no secret. Never rejects, whatever a checker does. Afterwards nothing of the
 * check but the verdict is reachable.
 */
export async function check(subject: Subject, options: CheckOptions): Promise<Verdict> {
  const startedAt = new Date()
  const pace = new Pace(subject.rate)
  const first = await firstPreflight(subject, { ...options, pace })
  const refusedWith = options.doubtTokens === true ? first.refusedWith : undefined
  const isChecked = first.noResponse === undefined && refusedWith === undefined
  const baseline = options.baseline && new Baseline(options.baseline, options.operations)
  const heard = await runCheckers(subject, { ...options, pace }, isChecked)
  const verdict = giveVerdict({
    ...options,
    ...heard,
    baseline,
    leftOut: options.leftOut ?? [],
    subject,
    startedAt,
    noResponse: first.noResponse ?? (await findEnd(subject, heard.checkers, { ...options, pace })),
    refusedWith,
    interrupted: options.signal.aborted,
  })
  return { ...redactDeep(verdict, redactSecrets(subject)), contract: verdict.contract }
}

type Heard = Pick<Facts, 'collected' | 'checkers'>

/** Without checkers where there is nothing to check, or where one can't be made ready: a person is told at once. */
async function runCheckers(
  subject: Subject,
  options: CheckOptions & { readonly pace: Pace },
  isChecked: boolean,
): Promise<Heard> {
  const { only } = subject
  const timeMs = timeOf(subject)
  const { pace, timeLimitMs = timeMs + overtimeMs, onProgress } = options
  const unready = isChecked ? await prepareAll(options, timeLimitMs) : []
  // From here on all checkers have the same time.
  using stop = new Stop(options.signal, timeLimitMs)
  using timeUp = new Stop(options.signal, timeMs)
  pace.endWith(stop.signal, timeUp.signal)
  const working = new Set(options.checkers.map(({ name }) => name))
  const startedAt = performance.now()
  let broken = 0
  const report = (): void =>
    onProgress?.({
      elapsedMs: performance.now() - startedAt,
      exchanges: collected.exchanges,
      broken,
      checkers: [...working],
    })
  const isIgnored = ({ id, origin }: Rule): boolean =>
    options.ignored?.has(id) === true || (only === 'given' && origin !== 'given')
  const collected = new Collected({
    ...options,
    ignored: new Set(options.rules.filter((rule) => isIgnored(rule)).map(({ id }) => id)),
    only,
    signal: stop.signal,
    timeUp: timeUp.signal,
    onExchange: () => {
      report()
      // A limit of the service keeps it from being checked.
      if (collected.limit.sentence !== undefined) stop.beEnough()
    },
    onBroken: () => {
      broken += 1
      if (options.stopAtFirst === true) stop.beEnough()
    },
  })
  if (!isChecked || unready.length > 0) return { collected, checkers: unready }
  const checkers = await Promise.all(
    options.checkers.map(async (checker) => {
      const done = await runChecker(checker, subject, collected, stop)
      working.delete(checker.name)
      report()
      return done
    }),
  )
  return { collected, checkers }
}

/** A report for each checker that can't be made ready, with the reason. Never rejects. */
async function prepareAll(
  { checkers, signal }: Pick<CheckOptions, 'checkers' | 'signal'>,
  timeLimitMs: number,
): Promise<readonly CheckerReport[]> {
  using stop = new Stop(signal, timeLimitMs)
  const reports = await Promise.all(
    checkers.map(async (checker): Promise<CheckerReport> => {
      const done = await attempt(() => checker.prepare?.(stop.signal), stop)
      return { name: checker.name, ...done, exchanges: 0, notReached: [] }
    }),
  )
  return reports.filter(({ failure }) => failure !== undefined)
}

/** A checker may have failed because the service is gone: then the verdict says that. */
async function findEnd(
  subject: Subject,
  checkers: readonly CheckerReport[],
  options: CheckOptions & { readonly pace: Pace },
): Promise<string | undefined> {
  if (options.signal.aborted || checkers.every(({ failure }) => failure === undefined)) return undefined
  const { noResponse } = await preflight({ ...subject, callers: [] }, options)
  return noResponse === undefined
    ? undefined
    : `The service stopped answering while it was checked. ${noResponse}`
}
