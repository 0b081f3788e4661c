/** Checks Prism's mock of the contract with the suite, and compares the result with the known deviations. */
import { check } from '../court/check.ts'
import { type Judge, JudgeFailure } from '../court/judge.ts'
import type { Budget } from '../subject.ts'
import { type Evidence, stateOf, type Verdict } from '../court/verdict.ts'
import { type Deviation, knownDeviations } from './known-deviations.ts'
import { startPrism } from './server.ts'

/** How to check the mock. */
export interface MockOptions {
  readonly signal: AbortSignal
  readonly seed?: number
  readonly budget?: Budget
  /** How long the check may take, in place of the budget's time. */
  readonly timeMs?: number
  /** Replaces the known deviations, for tests. */
  readonly deviations?: readonly Deviation[]
}

/** The result of the check. */
export interface MockReport {
  /** Nothing is new, and nothing has vanished. */
  readonly isAsKnown: boolean
  /** Rules that the mock breaks and no known deviation lists: a failure. */
  readonly news: readonly Evidence[]
  /** Known deviations, and those of their rules that the mock now keeps: they must come off the list. */
  readonly vanished: readonly { readonly deviation: Deviation; readonly rules: readonly string[] }[]
  readonly verdict: Verdict
}

/**
 * Rejects with a `JudgeFailure` when a judge could not do its work: the result is then unknown. A mock takes any token
 * and has no particular plants, so the check has one caller, whose list is not known.
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
      atLeast: 0,
      ...(timeMs !== undefined && { timeMs }),
    },
    { judges, signal },
  )
  const failure = verdict.judges.find((judge) => judge.failure !== undefined)
  if (failure !== undefined)
    throw new JudgeFailure(`${failure.name} could not judge the mock: ${failure.failure}`)
  if (verdict.judges.length === 0) throw new JudgeFailure(`The mock could not be judged: ${verdict.summary}`)
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
