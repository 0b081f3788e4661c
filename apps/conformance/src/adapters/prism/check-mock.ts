/** Checks Prism's mock of the contract with the suite, and compares the result with the known deviations. */
import { check } from '../../run/check.ts'
import { type Checker, CheckerFailure } from '../../run/checker.ts'
import type { Subject } from '../../subject.ts'
import { type Evidence, stateOf, type Verdict } from '../../run/verdict.ts'
import { type Deviation, knownDeviations } from './known-deviations.ts'
import { startPrism } from './server.ts'

/** The result of the check. */
export interface MockReport {
  /** Rules that the mock breaks and no known deviation lists: a failure. */
  readonly news: readonly Evidence[]
  /** Known deviations, and those of their rules that the mock now keeps: they must come off the list. */
  readonly vanished: readonly { readonly deviation: Deviation; readonly rules: readonly string[] }[]
  readonly verdict: Verdict
}

/**
 * Rejects with a `CheckerFailure` when a checker could not do its work: the result is then unknown. A mock takes any
 * token and has no particular plants, so the check has one caller, whose list is not known.
 */
export async function checkMock(
  checkers: readonly Checker[],
  wanted: Pick<Subject, 'seed' | 'budget' | 'timeMs'>,
  signal: AbortSignal,
  deviations = knownDeviations,
): Promise<MockReport> {
  await using mock = await startPrism()
  const callers = [{ token: 'any-token-will-do' }]
  const subject = { url: mock.url, callers, refused: [], only: 'all', atLeast: 0, ...wanted } as const
  const verdict = await check(subject, { checkers, signal })
  const failure = verdict.checkers.find((checker) => checker.failure !== undefined)
  if (failure !== undefined)
    throw new CheckerFailure(`${failure.name} could not check the mock: ${failure.failure}`)
  if (verdict.checkers.length === 0)
    throw new CheckerFailure(`The mock could not be checked: ${verdict.summary}`)
  const known = new Set(deviations.flatMap(({ rules, sometimes }) => [...rules, ...sometimes]))
  const kept = new Set(verdict.evidence.filter((one) => stateOf(one) === 'kept').map(({ rule }) => rule.id))
  return {
    news: verdict.evidence.filter(({ rule, findings }) => findings.length > 0 && !known.has(rule.id)),
    vanished: deviations
      .map((deviation) => ({ deviation, rules: deviation.rules.filter((rule) => kept.has(rule)) }))
      .filter(({ rules }) => rules.length > 0),
    verdict,
  }
}
