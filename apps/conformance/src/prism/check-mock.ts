/** Puts Prism's mock of the contract through the suite, and compares what comes out with what is known of it. */
import { check } from '../court/check.ts'
import { type Judge, JudgeFailure } from '../court/judge.ts'
import type { Budget } from '../subject.ts'
import { type Evidence, stateOf, type Verdict } from '../court/verdict.ts'
import { type Deviation, knownDeviations } from './known-deviations.ts'
import { startPrism } from './server.ts'

/** How to put it through. */
export interface MockOptions {
  readonly signal: AbortSignal
  readonly seed?: number
  readonly budget?: Budget
  /** How long it may take instead of the time of the budget. */
  readonly timeMs?: number
  /** Others than the known ones, for tests. */
  readonly deviations?: readonly Deviation[]
}

/** What came out. */
export interface MockReport {
  /** Nothing is new, and nothing has vanished. */
  readonly isAsKnown: boolean
  /** Broken by the mock, and in no known deviation: a failure. */
  readonly news: readonly Evidence[]
  /** Deviations of which some rule is now kept: to be taken off the list. */
  readonly vanished: readonly { readonly deviation: Deviation; readonly rules: readonly string[] }[]
  readonly verdict: Verdict
}

/**
 * Rejects with a `JudgeFailure` when a judge could not do its work: nothing is known then. The tokens and plants of a
 * mock are whatever one likes; it gets one caller, whose list is not known.
 */
export async function checkMock(judges: readonly Judge[], options: MockOptions): Promise<MockReport> {
  const { signal, seed = 1, budget = 'quick', timeMs, deviations = knownDeviations } = options
  await using mock = await startPrism()
  const verdict = await check(
    {
      url: mock.url,
      callers: [{ token: 'any-token-will-do' }],
      refusedTokens: [],
      only: 'all',
      seed,
      budget,
      ...(timeMs !== undefined && { timeMs }),
    },
    { judges, signal },
  )
  const failure = verdict.judges.find((judge) => judge.failure !== undefined)
  if (failure !== undefined)
    throw new JudgeFailure(`${failure.name} could not judge the mock: ${failure.failure}`)
  return compare(verdict, deviations)
}

function compare(verdict: Verdict, deviations: readonly Deviation[]): MockReport {
  const known = new Set(deviations.flatMap(({ rules, sometimes = [] }) => [...rules, ...sometimes]))
  const broken = verdict.evidence.filter(({ findings }) => findings.length > 0)
  const isKept = new Set(
    verdict.evidence.filter((evidence) => stateOf(evidence) === 'kept').map(({ rule }) => rule.id),
  )
  const news = broken.filter(({ rule }) => !known.has(rule.id))
  const vanished = deviations
    .map((deviation) => ({ deviation, rules: deviation.rules.filter((rule) => isKept.has(rule)) }))
    .filter(({ rules }) => rules.length > 0)
  return { isAsKnown: news.length === 0 && vanished.length === 0, news, vanished, verdict }
}
