/** Many findings, few causes: what a person is told once. */
import { errorCatalogue } from '@plant-store/contracts'
import type { Exchange, SentRequest, Silence } from '../exchange.ts'
import type { Finding } from './judge.ts'
import type { Rule } from '../rules/rule.ts'
import type { Failure } from './verdict.ts'

/**
 * One failure for each general fault, with all that follows from it, and one for each rule whose breach is not explained
 * by that of another, however often it is broken and whichever judges say so. In the order of the rules; the finding that
 * is easiest to understand and to repeat is the first of each.
 */
export function findRootCauses(rules: readonly Rule[], findings: readonly Finding[]): readonly Failure[] {
  const failures: Failure[] = []
  let left = findings
  for (const { headline, findings: shown } of findGeneralFaults(rules, findings)) {
    const answers = new Set(shown.map(({ exchange }) => exchange?.id))
    // What else is wrong with the same answer is a consequence.
    const caused = left.filter(({ exchange }) => exchange !== undefined && answers.has(exchange.id))
    if (caused.length > 0) failures.push(toFailure(headline, rules, caused))
    left = left.filter((finding) => !caused.includes(finding))
  }
  for (const [headline, hasTrait] of traits) {
    const caused = findShared(left, hasTrait)
    if (caused.length > 0) failures.push(toFailure(headline, rules, caused))
    left = left.filter((finding) => !caused.includes(finding))
  }
  const causes = Map.groupBy(left, causeFinder(left))
  for (const { id, sentence } of rules) {
    const caused = causes.get(id) ?? []
    if (caused.length > 0) failures.push(toFailure(sentence, rules, caused, id))
  }
  return failures
}

/**
 * Rules that say in general what others say in particular, or of two answers what others say of one: where the same
 * answer breaks another rule, that one is the cause.
 */
const generalRules = new Set([
  'answers-right-requests',
  'declared-headers-sent',
  'equal-requests-equal-answers',
  'every-refusal-has-error-body',
  'head-as-get',
  'list-is-array',
  'lists-all-plants',
  'modified-200',
  'no-extra-members',
  'payload-is-json',
  'same-refusal-for-every-reason',
])

/** Rules that are broken, by other answers, wherever one of the others is. */
const followers: ReadonlyMap<string, readonly string[]> = new Map([
  ['answers-every-request', ['answers-are-well-framed']],
  ['challenge-names-refusal', ['challenge-is-bearer']],
  ['first-fault-decides', ['other-methods-405']],
  ['limit-zero', ['limit-caps-the-list']],
  ['limit-takes-the-first', ['lists-all-plants', 'order-as-added']],
  ['no-limit-of-its-own', ['lists-all-plants']],
  ['spaces-before-token', ['scheme-in-any-case']],
])

/** Tells the rule whose breach explains a finding: mostly its own. */
function causeFinder(findings: readonly Finding[]): (finding: Finding) => string {
  const broken = new Set(findings.map(({ rule }) => rule))
  const particular = findings.filter(({ rule }) => !generalRules.has(rule))
  const byAnswer = Map.groupBy(particular, ({ exchange }) => exchange?.id)
  return ({ rule, exchange }) => {
    const leader = followers.get(rule)?.find((other) => broken.has(other))
    if (leader !== undefined) return leader
    const [cause] = generalRules.has(rule) && exchange !== undefined ? (byAnswer.get(exchange.id) ?? []) : []
    return cause?.rule ?? rule
  }
}

/** A fault that shows whatever is asked. */
interface GeneralFault {
  readonly headline: string
  readonly findings: readonly Finding[]
}

/** So many rules a symptom must break to be the cause, and not one rule of its own that is broken. */
const leastRules = 2
/** That something passes is a fault of its own; that a third of all that must be refused passes is one fault. */
const leastShareOfRefusals = 1 / 3
/** And not less than so many rules, where few are judged. */
const leastRefusals = 4

/** The symptoms under which several rules are broken. */
function findGeneralFaults(rules: readonly Rule[], findings: readonly Finding[]): readonly GeneralFault[] {
  const refusable = new Set(rules.filter(({ kind }) => kind === 'refusable').map(({ id }) => id))
  const bySymptom = Map.groupBy(findings, ({ rule, exchange }) =>
    exchange === undefined ? undefined : symptomOf(exchange, refusable.has(rule)),
  )
  return [...bySymptom].flatMap(([symptom, shown]) => {
    const count = new Set(shown.map(({ rule }) => rule)).size
    const least =
      symptom === unrefused ? Math.max(leastRefusals, refusable.size * leastShareOfRefusals) : leastRules
    return symptom !== undefined && count >= least ? [{ headline: symptom, findings: shown }] : []
  })
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

const silences: Readonly<Record<Silence['silence'], string>> = {
  unreachable: 'The service stopped taking connections.',
  timeout: 'Requests get no answer in time.',
  closed: 'Connections end without a whole answer.',
  reset: 'Connections end without a whole answer.',
}

const unrefused = 'Requests that must be refused are answered as if they were right.'

/** Every status that the contract speaks of. */
const known = new Set([200, 304, ...Object.values(errorCatalogue).map(({ status }) => status)])

/** What is wrong with an answer at first sight, whatever was asked. */
function symptomOf({ request, answer }: Exchange, isToBeRefused: boolean): string | undefined {
  if ('silence' in answer) return silences[answer.silence]
  const { status } = answer
  if (status >= 500) return 'Requests are answered with statuses from 500 on.'
  if (!known.has(status))
    return `Requests are answered with ${status}, a status that the contract does not know.`
  if (request.method === 'HEAD' && (status === 404 || status === 405))
    return `HEAD is refused with ${status}.`
  return isToBeRefused && status === 200 ? unrefused : undefined
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
