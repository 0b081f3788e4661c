/** Many findings have few causes: each cause is one failure. */
import { splitTarget } from '../contract/operations.ts'
import type { Rule } from '../rules/rules.ts'
import type { Finding } from './checker.ts'
import {
  responseOf,
  count,
  fill,
  lackingFinder,
  ofContents,
  ofFamily,
  type Search,
  searches,
  statusOf,
} from './failure-reasons.ts'
import { accessRule, comparisons, general, impliedBy } from './implied-rules.ts'
import { familyOf, otherParametersOf } from './request-kinds.ts'
import type { Failure } from './verdict.ts'

const accessHeadline = 'A caller gets plants that only others have access to.'

interface Cause {
  readonly headline: string
  /** The rule that says the same, if there is one. */
  readonly rule?: string | undefined
  readonly findings: readonly Finding[]
}

/**
 * The failures in the order in which their reasons are looked for, the most general first; each begins with the finding
 * that is easiest to understand and to repeat.
 */
export const findFailures = (rules: readonly Rule[], findings: readonly Finding[]): readonly Failure[] =>
  joinImplied(findCauses(rules, findings)).map((cause) => toFailure(cause, rules))

/** One failure for each broken rule, for contracts of which no causes are known. */
export const failuresByRule = (rules: readonly Rule[], findings: readonly Finding[]): readonly Failure[] =>
  rules.flatMap(({ id, sentence }) => {
    const own = findings.filter(({ rule }) => rule === id)
    return own.length === 0 ? [] : [toFailure({ headline: sentence, rule: id, findings: own }, rules)]
  })

function findCauses(rules: readonly Rule[], findings: readonly Finding[]): readonly Cause[] {
  const causes: Cause[] = []
  const isLacking = lackingFinder(findings)
  let left = findings.filter((finding) => !isLacking(finding))
  const tell = (cause: Cause): void => {
    if (cause.findings.length > 0) causes.push(cause)
    left = left.filter((finding) => !cause.findings.includes(finding))
  }
  tell({
    headline: accessHeadline,
    rule: accessRule,
    findings: left.filter(({ rule }) => rule === accessRule),
  })
  const look = ({ leastRules = 2, leastFamilies = 0, isWhole = true, rule, find }: Search): void => {
    for (const [words, own] of Map.groupBy(left, find(left))) {
      if (words === undefined || count(own, (finding) => finding.rule) < leastRules) continue
      if (count(own, ofFamily) < leastFamilies) continue
      const responses = new Set(own.map((finding) => responseOf(finding)))
      // Anything else wrong with the same response is a consequence.
      const all = isWhole ? left.filter((finding) => responses.has(responseOf(finding))) : own
      tell({ headline: fill(words, own), rule, findings: all })
    }
  }
  for (const search of searches) look(search)
  left = [...left, ...findings.filter((finding) => isLacking(finding))]
  for (const search of ofContents) look(search)
  const byRule = Map.groupBy(left, ruleFinder(left))
  for (const { id, sentence } of rules) tell({ headline: sentence, rule: id, findings: byRule.get(id) ?? [] })
  return causes
}

/** The rule whose breach explains a finding that no reason explains: mostly the finding's own. */
function ruleFinder(findings: readonly Finding[]): (finding: Finding) => string {
  const single = findings.filter(({ rule }) => !comparisons.has(rule))
  const particular = single.filter(({ rule }) => !general.has(rule))
  const byResponse = Map.groupBy(particular, responseOf)
  const byKind = Map.groupBy(single, kindOf)
  return (finding) => {
    const { rule, exchange } = finding
    if (exchange === undefined || !(comparisons.has(rule) || general.has(rule))) return rule
    const sameResponse = byResponse.get(responseOf(finding)) ?? []
    if (!comparisons.has(rule)) return sameResponse[0]?.rule ?? rule
    const sameKind = byKind.get(kindOf(finding)) ?? []
    return [...sameResponse, ...sameKind].find((one) => mayExplain(one))?.rule ?? rule
  }
}

/** What is wrong with such a field makes a list no other: it does not explain why two of them differ. */
const mayExplain = ({ came }: Finding): boolean => !/\b(?:Cache-Control|Vary|X-Request-Id)\b/.test(came)

/** Rules that say nothing of what is wrong: another cause with the same status explains their breach. */
const weak: ReadonlySet<string | undefined> = new Set(['equal-requests-equal-answers', 'head-as-get'])

/** Rules about what a request may have besides. */
const ofBesides = ['other-parameters-ignored', 'content-means-nothing'] as const

/** Whether only requests show it that have a parameter besides limit, or content: but not where such a one is the rule's own subject. */
const isOfBesides = ({ rule, findings }: Cause): boolean =>
  rule !== undefined &&
  rule !== 'token-not-in-query' &&
  findings.every(
    ({ exchange }) =>
      exchange !== undefined &&
      (otherParametersOf(exchange.request.target).length > 0 || exchange.request.body !== undefined),
  )

/** Adds each cause to the one from which it follows, if there is one: by the table, or since what is besides counts. */
function joinImplied(causes: readonly Cause[]): readonly Cause[] {
  const leaderOf = (cause: Cause, passed: readonly Cause[] = []): Cause => {
    const implied = impliedBy[cause.rule ?? ''] ?? []
    const leaders = new Set(isOfBesides(cause) ? [...implied, ...ofBesides] : implied)
    const status = weak.has(cause.rule) ? statusOf(cause.findings[0]) : '200'
    const isSame = (other: Cause): boolean =>
      status !== '200' && !weak.has(other.rule) && other.findings.some((one) => statusOf(one) === status)
    const leader = causes.find(
      (other) =>
        other !== cause &&
        !passed.includes(other) &&
        (isSame(other) || other.findings.some(({ rule }) => leaders.has(rule))),
    )
    return leader === undefined || cause.rule === accessRule ? cause : leaderOf(leader, [...passed, cause])
  }
  return [...Map.groupBy(causes, (cause) => leaderOf(cause))].map(([{ headline, rule }, some]) => ({
    headline,
    rule,
    findings: some.flatMap(({ findings }) => findings),
  }))
}

/** Findings that show the cause itself come before others; our own checker speaks of the request, tools of schemas. */
function toFailure({ headline, findings, rule: cause }: Cause, rules: readonly Rule[]): Failure {
  const names = new Set(findings.map(({ rule }) => rule))
  const detour = (finding: Finding): number =>
    (cause === undefined || finding.rule === cause ? 0 : 4) +
    (/\d{3}/.test(headline) && !headline.includes(statusOf(finding)) ? 2 : 0) +
    (finding.checker === 'sessions' ? 0 : 1)
  return {
    headline,
    rules: rules.map(({ id }) => id).filter((id) => names.has(id)),
    findings: findings.toSorted(
      (one, other) => detour(one) - detour(other) || one.curl.length - other.curl.length,
    ),
  }
}

/** What kind of thing a request asks for, whoever sends it. */
function kindOf({ exchange }: Finding): string {
  if (exchange === undefined) return ''
  const [path, query] = splitTarget(exchange.request.target)
  return `${familyOf(exchange)} ${path} ${new URLSearchParams(query).has('limit')}`
}
