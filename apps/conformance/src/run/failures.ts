/** Many findings have few causes: each cause is one failure. */
import { errorCatalogue } from '@plant-store/contracts'
import { toText } from '@plant-store/raw-http'
import { isAnswered } from '../contract/given-requests.ts'
import { isStatusDue } from '../oracle/rule-of-status.ts'
import { splitTarget } from '../contract/operations.ts'
import type { Rule } from '../rules/rules.ts'
import { comparisons, general, impliedBy, ofErrorBodies } from './implied-rules.ts'
import type { Finding } from './checker.ts'
import { familyOf, traitsOf } from './request-kinds.ts'
import type { Failure } from './verdict.ts'

/**
 * What findings have in common, in words; `{status}` and `{fields}` stand for what came with them. Undefined for a
 * finding to which it does not apply. Findings with the same words, and all others about the same answers, have one
 * cause.
 */
type Reason = (finding: Finding) => string | undefined

/** A caller gets what is not theirs: that is never told as a part of something else. */
const accessRule = 'sees-own-plants-only'
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

function findCauses(rules: readonly Rule[], findings: readonly Finding[]): readonly Cause[] {
  const causes: Cause[] = []
  let left = findings
  const tell = (cause: Cause): void => {
    if (cause.findings.length > 0) causes.push(cause)
    left = left.filter((finding) => !cause.findings.includes(finding))
  }
  tell({
    headline: accessHeadline,
    rule: accessRule,
    findings: left.filter(({ rule }) => rule === accessRule),
  })
  for (const { leastRules = 2, leastFamilies = 0, find } of reasons) {
    for (const [words, own] of Map.groupBy(left, find(left))) {
      if (words === undefined || count(own, ({ rule }) => rule) < leastRules) continue
      if (count(own, ofFamily) < leastFamilies) continue
      const answers = new Set(own.map((finding) => answerOf(finding)))
      // Anything else wrong with the same answer is a consequence.
      const all = left.filter((finding) => answers.has(answerOf(finding)))
      tell({ headline: fill(words, own), findings: all })
    }
  }
  const byRule = Map.groupBy(left, ruleFinder(left))
  for (const { id, sentence } of rules) tell({ headline: sentence, rule: id, findings: byRule.get(id) ?? [] })
  return causes
}

/** From the most to the least telling. What breaks less than the least is told by the rules' own sentences. */
const reasons: readonly {
  readonly leastRules?: number
  /** Of requests, by what is wrong with them. */
  readonly leastFamilies?: number
  readonly find: (left: readonly Finding[]) => Reason
}[] = [
  { find: () => atFirstSight },
  { find: findCommonTrait },
  { leastRules: 3, leastFamilies: 2, find: findOneStatus },
  { leastFamilies: 4, find: () => ofOpenDoor },
  { leastRules: 4, find: () => ofRefusal },
  { find: () => ofFamily },
  { find: () => ofMissingField },
  { find: () => ofErrorBody },
]

/** What is wrong with the answer, whatever the request was. */
function atFirstSight({ exchange }: Finding): string | undefined {
  if (exchange === undefined) return undefined
  if (!isAnswered(exchange)) return 'Requests get no whole answer: {status}.'
  const { status } = exchange.answer
  if (status >= 500) return `Requests are answered with ${status}.`
  if (!knownStatuses.has(status))
    return `Requests are answered with ${status}, a status that the contract does not define.`
  const isHead = exchange.request.method === 'HEAD' && (status === 404 || status === 405)
  return isHead && !isStatusDue(exchange) ? `HEAD is refused with ${status}.` : undefined
}

const knownStatuses = new Set([200, 304, ...Object.values(errorCatalogue).map(({ status }) => status)])

/** What all requests have in common that are answered wrongly: the service stumbles over it. */
function findCommonTrait(left: readonly Finding[]): Reason {
  const all = left.map(({ exchange }) => new Set(exchange ? traitsOf(exchange.request) : []))
  const [trait] = all.reduce((some, others) => some.intersection(others), all[0] ?? new Set())
  return () => (trait === undefined ? undefined : `${trait} are answered wrongly.`)
}

/** One wrong status, whatever the requests are: the service does not tell them apart. */
function findOneStatus(left: readonly Finding[]): Reason {
  const isOne =
    count(left, (finding) => (ofFamily(finding) === undefined ? undefined : statusOf(finding))) === 1
  return (finding) =>
    isOne && statusOf(finding) !== '200' && ofFamily(finding) !== undefined
      ? 'Requests of several kinds are answered with {status}, where another status is due.'
      : undefined
}

const ofOpenDoor = (finding: Finding): string | undefined =>
  statusOf(finding) === '200' && ofFamily(finding) !== undefined
    ? 'Requests that must be refused are answered as if they were valid.'
    : undefined

/** What must be refused is, but with another status, challenge or body than is due. */
const ofRefusal = (finding: Finding): string | undefined =>
  ofErrorBody(finding) ??
  (Number(statusOf(finding)) >= 400 &&
  (finding.rule.startsWith('challenge-') || !(ofFamily(finding) ?? 'Valid').startsWith('Valid'))
    ? notAsDefined
    : undefined)

/** Requests with one kind of fault, or without any, get a status that is not due. */
function ofFamily({ rule, came, exchange }: Finding): string | undefined {
  const isAboutStatus = /^\d{3}\b/.test(came) && !comparisons.has(rule)
  if (!isAboutStatus || exchange === undefined || !isAnswered(exchange)) return undefined
  return exchange.answer.status === 304 || isStatusDue(exchange)
    ? undefined
    : `${familyOf(exchange)} are answered with {status}.`
}

/** What this contract asks for beyond HTTP is one cause; a field of HTTP's own, wherever it is missing, is another. */
function ofMissingField({ came }: Finding): string | undefined {
  const [, name] = /^no ([A-Z][A-Za-z-]+)$/.exec(came) ?? []
  if (name === undefined) return undefined
  return /^(?:Cache-Control|ETag|Vary|X-Request-Id)$/.test(name)
    ? 'Answers lack {fields}.'
    : `Answers lack ${name}.`
}

/** The body of a refusal was made by something that does not know the contract. */
const ofErrorBody = ({ rule, exchange }: Finding): string | undefined =>
  exchange && isAnswered(exchange) && exchange.answer.status >= 400 && ofErrorBodies.has(rule)
    ? notAsDefined
    : undefined

const notAsDefined = 'Refusals are not as the contract defines them.'

const fill = (words: string, own: readonly Finding[]): string =>
  words
    .replace('{status}', listOf(own.map((finding) => statusOf(finding))))
    .replace('{fields}', listOf(own.map(({ came }) => came.slice('no '.length))))

const listOf = (all: readonly unknown[]): string => [...new Set(all)].slice(0, 5).join(', ')

/** The rule whose breach explains a finding that no reason explains: mostly the finding's own. */
function ruleFinder(findings: readonly Finding[]): (finding: Finding) => string {
  const single = findings.filter(({ rule }) => !comparisons.has(rule))
  const particular = single.filter(({ rule }) => !general.has(rule))
  const byAnswer = Map.groupBy(particular, answerOf)
  const byKind = Map.groupBy(single, kindOf)
  return (finding) => {
    const { rule, exchange } = finding
    if (exchange === undefined || !(comparisons.has(rule) || general.has(rule))) return rule
    const sameAnswer = byAnswer.get(answerOf(finding)) ?? []
    const sameKind = comparisons.has(rule) ? (byKind.get(kindOf(finding)) ?? []) : []
    return [...sameAnswer, ...sameKind][0]?.rule ?? rule
  }
}

/** Rules that say nothing of what is wrong: another cause with the same status explains their breach. */
const weak: ReadonlySet<string | undefined> = new Set(['equal-requests-equal-answers', 'head-as-get'])

/**
 * Adds each cause to the one from which it follows by the table, if there is one. What only the very first answers showed
 * follows from whatever later ones show.
 */
function joinImplied(causes: readonly Cause[]): readonly Cause[] {
  const leaderOf = (cause: Cause, passed: readonly Cause[] = []): Cause => {
    const leaders = impliedBy[cause.rule ?? ''] ?? []
    const isOfFirst = cause.findings.every(({ checker }) => checker === 'preflight')
    const status = weak.has(cause.rule) ? statusOf(cause.findings[0]) : '200'
    const isSame = (other: Cause): boolean =>
      status !== '200' && !weak.has(other.rule) && other.findings.some((one) => statusOf(one) === status)
    const leader = causes.find(
      (other) =>
        other !== cause &&
        !passed.includes(other) &&
        (isOfFirst || isSame(other) || other.findings.some(({ rule }) => leaders.includes(rule))),
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

/** How many different values the findings have. */
const count = (findings: readonly Finding[], of: Reason): number =>
  new Set(findings.map((finding) => of(finding)).filter((value) => value !== undefined)).size

/** The status, or what came instead; empty where no exchange is known. */
function statusOf(finding: Finding | undefined): string {
  if (finding?.exchange === undefined) return ''
  const { answer } = finding.exchange
  return 'status' in answer ? String(answer.status) : answer.noResponse
}

/** Tells an answer by its request and status: the shortest request shows each breach, and may be sent again. */
const answerOf = (finding: Finding): string =>
  finding.exchange ? `${toText(finding.exchange.request)} ${statusOf(finding)}` : finding.curl

/** What kind of thing a request asks for, whoever sends it. */
function kindOf({ exchange }: Finding): string {
  if (exchange === undefined) return ''
  const [path, query] = splitTarget(exchange.request.target)
  return `${familyOf(exchange)} ${path} ${new URLSearchParams(query).has('limit')}`
}
