/** Many findings, few causes: what a person is told once. */
import { errorCatalogue } from '@plant-store/contracts'
import { isAnswered } from '../contract/given-requests.ts'
import { splitTarget } from '../contract/request-fault.ts'
import { faultOf, isStatusDue } from '../contract/rule-of-status.ts'
import type { Exchange, SentRequest, Silence } from '../exchange.ts'
import type { Rule } from '../rules/rule.ts'
import type { Finding } from './judge.ts'
import type { Failure } from './verdict.ts'

/**
 * One failure for each cause, with all that follows from it, however often it shows and whichever judges say so. In the
 * order of the rules, general causes first; the finding that is easiest to understand and to repeat is the first of each.
 *
 * Findings have one cause where their answers are wrong in the same way at first sight (a symptom), where only requests
 * of one kind are answered wrongly (a trait), and where one answer breaks a rule that says in general what another says in
 * particular. What compares answers with each other is broken wherever one of them is wrong by itself.
 */
export function findRootCauses(rules: readonly Rule[], findings: readonly Finding[]): readonly Failure[] {
  const failures: Failure[] = []
  let left = findings
  const tell = (headline: string, caused: readonly Finding[], cause?: string): void => {
    if (caused.length > 0) failures.push(toFailure(headline, rules, caused, cause))
    left = left.filter((finding) => !caused.includes(finding))
  }
  const tellAll = (symptoms: readonly Symptom[]): void => {
    for (const { headline, cause, findings: shown } of symptoms) {
      const answers = new Set(shown.map(({ exchange }) => exchange?.id))
      // What else is wrong with the same answer is a consequence.
      const caused = left.filter(({ exchange }) => exchange !== undefined && answers.has(exchange.id))
      tell(headline, caused, cause)
    }
  }
  tellAll(findOpenDoor(rules, left))
  tellAll(findSymptoms(left, symptomOf))
  for (const [headline, hasTrait] of traits) tell(headline, findShared(left, hasTrait))
  tellAll(findSymptoms(left, symptomOfKind).map((symptom) => sharpen(symptom, rules)))
  const causes = Map.groupBy(left, causeFinder(left))
  for (const { id, sentence } of rules) tell(sentence, causes.get(id) ?? [], id)
  return failures
}

/** A way in which several rules are broken at once. */
interface Symptom {
  readonly headline: string
  /** The rule that says it, where it is one. */
  readonly cause?: string
  readonly findings: readonly Finding[]
}

/** So many rules a symptom must break to be the cause, and not one rule of its own that is broken. */
const leastRules = 2
/** That something passes is a fault of its own; that a third of all that must be refused passes is one fault. */
const leastShareOfRefusals = 1 / 3
/** And not less than so many rules, where few are judged. */
const leastRefusals = 4

/** That so much passes that must be refused is one fault; unless all of it is wrong in one way, which is told as that. */
function findOpenDoor(rules: readonly Rule[], findings: readonly Finding[]): readonly Symptom[] {
  const refusable = new Set(rules.filter(({ kind }) => kind === 'refusable').map(({ id }) => id))
  const passed = findings.filter(
    ({ rule, exchange }) => refusable.has(rule) && exchange !== undefined && statusOf(exchange) === 200,
  )
  const kinds = new Set(passed.map(({ exchange }) => exchange && symptomOfKind(exchange)))
  const isOneKind = kinds.size === 1 && !kinds.has(undefined)
  const isOpen = countRules(passed) >= Math.max(leastRefusals, refusable.size * leastShareOfRefusals)
  return isOpen && !isOneKind ? [{ headline: unrefused, findings: passed }] : []
}

/** The symptoms under which several rules are broken. */
function findSymptoms(
  findings: readonly Finding[],
  headlineOf: (exchange: Exchange) => string | undefined,
): readonly Symptom[] {
  const shown = findings.filter(({ exchange }) => exchange !== undefined)
  const bySymptom = Map.groupBy(shown, ({ exchange }) => exchange && headlineOf(exchange))
  return [...bySymptom].flatMap(([headline, own]) =>
    headline === undefined || countRules(own) < leastRules ? [] : [{ headline, findings: own }],
  )
}

/** One rule that forbids says more than what is common to all that it forbids. */
function sharpen(symptom: Symptom, rules: readonly Rule[]): Symptom {
  const names = new Set(symptom.findings.map(({ rule }) => rule))
  const [only, ...others] = rules.filter(({ id, kind }) => kind === 'refusable' && names.has(id))
  return only !== undefined && others.length === 0
    ? { headline: only.sentence, cause: only.id, findings: symptom.findings }
    : symptom
}

const countRules = (findings: readonly Finding[]): number => new Set(findings.map(({ rule }) => rule)).size

const statusOf = ({ answer }: Exchange): number | undefined =>
  'status' in answer ? answer.status : undefined

const noResponses: Readonly<Record<Silence['silence'], string>> = {
  unreachable: 'The service stopped taking connections.',
  timeout: 'Requests get no answer in time.',
  closed: 'Connections end without a whole answer.',
  reset: 'Connections end without a whole answer.',
}

const unrefused = 'Requests that must be refused are answered as if they were right.'

/** Every status that the contract speaks of. */
const known = new Set([200, 304, ...Object.values(errorCatalogue).map(({ status }) => status)])

/** What is wrong with the answer at first sight, whatever was asked. */
function symptomOf({ request, answer }: Exchange): string | undefined {
  if ('silence' in answer) return noResponses[answer.silence]
  const { status } = answer
  if (status >= 500) return 'Requests are answered with statuses from 500 on.'
  if (!known.has(status))
    return `Requests are answered with ${status}, a status that the contract does not know.`
  return request.method === 'HEAD' && (status === 404 || status === 405)
    ? `HEAD is refused with ${status}.`
    : undefined
}

/** That requests which are wrong, or right, in one way get a status that is not due to them. */
function symptomOfKind(exchange: Exchange): string | undefined {
  if (!isAnswered(exchange) || exchange.request.octets !== undefined) return undefined
  const { status } = exchange.answer
  return status === 304 || isStatusDue(exchange)
    ? undefined
    : `${familyOf(exchange)} are answered with ${status}.`
}

/** Requests by what is wrong with them, or right. */
function familyOf(exchange: Exchange): string {
  const rule = faultOf(exchange)?.rule
  if (rule === undefined) return 'Right requests'
  if (rule.startsWith('limit-')) return 'Requests with a wrong limit'
  return families[rule] ?? 'Requests without an accepted token'
}

const families: Readonly<Record<string, string>> = {
  'no-other-path': 'Requests for other paths',
  'other-methods-405': 'Requests with other methods',
  'authorization-once': 'Requests with two credentials',
  'token-not-in-query': 'Requests with access_token in the query',
}

/** What requests may have in common that services stumble over, whichever rules that breaks. */
const traits: readonly (readonly [headline: string, hasTrait: (request: SentRequest) => boolean])[] = [
  [
    'Requests whose target is a whole address are answered wrongly.',
    ({ target }) => /^https?:/i.test(target),
  ],
  [
    'Requests with access_token in the query are answered wrongly.',
    ({ target }) => /[?&]access(?:_|%5F)token(?:[=&]|$)/i.test(target),
  ],
  ['HEAD is answered wrongly.', ({ method }) => method === 'HEAD'],
  ['Requests with content are answered wrongly.', ({ body }) => body !== undefined],
  ['Requests in HTTP/1.0 are answered wrongly.', ({ octets = '' }) => octets.includes(' HTTP/1.0\r\n')],
]

/** The findings of all rules that only such requests break; none where it is a single rule. */
function findShared(
  findings: readonly Finding[],
  hasTrait: (request: SentRequest) => boolean,
): readonly Finding[] {
  const shared = [...Map.groupBy(findings, ({ rule }) => rule).values()].filter((own) =>
    own.every(({ exchange }) => exchange !== undefined && hasTrait(exchange.request)),
  )
  return shared.length >= leastRules ? shared.flat() : []
}

/**
 * Rules that say in general what others say in particular: where the same answer breaks another rule, that one is the
 * cause.
 */
const generalRules = new Set([
  'answers-right-requests',
  'declared-headers-sent',
  'every-refusal-has-error-body',
  'list-is-array',
  'lists-all-plants',
  'no-extra-members',
  'payload-is-json',
])

/** Rules that say of two answers what others say of one: where a request of the same kind breaks another, that one is the cause. */
const comparisons = new Set([
  'equal-requests-equal-answers',
  'etag-names-the-list',
  'head-as-get',
  'modified-200',
  'not-modified-304',
  'not-modified-same-fields',
  'same-refusal-for-every-reason',
])

/** Rules that are broken, by other answers, wherever one of the others is. */
const followers: ReadonlyMap<string, readonly string[]> = new Map([
  ['answers-every-request', ['answers-are-well-framed']],
  ['challenge-names-refusal', ['challenge-is-bearer']],
  ['first-fault-decides', ['other-methods-405']],
  ['limit-zero', ['limit-caps-the-list']],
  ['lists-all-plants', ['sees-own-plants-only']],
  ['limit-takes-the-first', ['lists-all-plants', 'order-as-added']],
  ['no-limit-of-its-own', ['lists-all-plants']],
  ['spaces-before-token', ['scheme-in-any-case']],
])

/** Tells the rule whose breach explains a finding: mostly its own. */
function causeFinder(findings: readonly Finding[]): (finding: Finding) => string {
  const broken = new Set(findings.map(({ rule }) => rule))
  const particular = findings.filter(({ rule }) => !generalRules.has(rule) && !comparisons.has(rule))
  const byAnswer = Map.groupBy(particular, ({ exchange }) => exchange?.id)
  const single = findings.filter(({ rule }) => !comparisons.has(rule))
  const byKind = Map.groupBy(single, ({ exchange }) => exchange && kindOf(exchange))
  const findCause = ({ rule, exchange }: Finding): string => {
    const leader = followers.get(rule)?.find((other) => broken.has(other))
    if (leader !== undefined) return leader
    if (exchange === undefined) return rule
    const isComparison = comparisons.has(rule)
    const [cause] = generalRules.has(rule) || isComparison ? (byAnswer.get(exchange.id) ?? []) : []
    const [alike] = isComparison ? (byKind.get(kindOf(exchange)) ?? []) : []
    return (cause ?? alike)?.rule ?? rule
  }
  return (finding) => {
    const cause = findCause(finding)
    return followers.get(cause)?.find((other) => broken.has(other)) ?? cause
  }
}

/** Requests that ask for the same kind of thing, whoever asks. */
function kindOf(exchange: Exchange): string {
  const { path, query } = splitTarget(exchange.request.target)
  return `${familyOf(exchange)} ${path} ${query.has('limit')}`
}

/** What shows the cause itself comes before what follows from it. */
function toFailure(
  headline: string,
  rules: readonly Rule[],
  findings: readonly Finding[],
  cause?: string,
): Failure {
  const names = new Set(findings.map(({ rule }) => rule))
  const distance = ({ rule }: Finding): number => (cause === undefined || rule === cause ? 0 : 1)
  return {
    headline,
    rules: rules.map(({ id }) => id).filter((id) => names.has(id)),
    findings: findings.toSorted(
      (one, other) =>
        distance(one) - distance(other) || clarity(one) - clarity(other) || effort(one) - effort(other),
    ),
  }
}

/** The laws speak of the request at hand; tools speak of schemas. */
const clarity = ({ judge }: Finding): number => (judge === 'laws' ? 0 : 1)

/** How long the line is that repeats it; without one it can't be repeated so easily. */
const effort = ({ curl }: Finding): number => (curl === '' ? Number.MAX_SAFE_INTEGER : curl.length)
