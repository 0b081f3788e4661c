/** What several findings have in common at first sight: answers wrong in the same way, or requests of the same kind. */
import { errorCatalogue } from '@plant-store/contracts'
import { toText } from '@plant-store/raw-http'
import { isAnswered } from '../contract/given-requests.ts'
import { rulesOfAnswer } from '../contract/answer-fault.ts'
import { faultOf, isStatusDue } from '../contract/rule-of-status.ts'
import type { Exchange, NoResponse } from '../exchange.ts'
import type { Rule } from '../rules/rule.ts'
import type { Finding } from './judge.ts'

/** A way in which several rules are broken at once. */
export interface Symptom {
  readonly headline: string
  /** The rule that says the same, if there is one. */
  readonly cause?: string | undefined
  readonly findings: readonly Finding[]
}

/** A symptom must break at least this many rules to be their cause; a single broken rule is reported as itself. */
export const leastRules = 2
/** At least this many, if wrong requests of any kind are refused with one wrong status: two may be a coincidence. */
const leastWrongRefusals = 3
/** If this share of the rules that forbid is broken by requests that pass, that is one fault, not one for each. */
const leastShareOfRefusals = 1 / 2
/** And at least this many rules, in case few are judged. */
const leastRefusals = 4

/** The fault that most of what must be refused passes; none if all of it is wrong in one way, reported as such. */
export function findOpenDoor(rules: readonly Rule[], findings: readonly Finding[]): readonly Symptom[] {
  const refusable = new Set(rules.filter(({ kind }) => kind === 'refusable').map(({ id }) => id))
  const passed = findings.filter(
    ({ rule, exchange }) => refusable.has(rule) && exchange !== undefined && statusOf(exchange) === 200,
  )
  const kinds = new Set(passed.map(({ exchange }) => exchange && symptomOfKind(exchange)))
  const isOneKind = kinds.size === 1 && !kinds.has(undefined)
  const isOpen = countRules(passed) >= Math.max(leastRefusals, refusable.size * leastShareOfRefusals)
  const headline = 'Requests that must be refused are answered as if they were valid.'
  return isOpen && !isOneKind ? [{ headline, findings: passed }] : []
}

/** The symptoms that break several rules each. */
export function findSymptoms(
  findings: readonly Finding[],
  headlineOf: (exchange: Exchange) => string | undefined,
): readonly Symptom[] {
  const shown = findings.filter(({ exchange }) => exchange !== undefined)
  const bySymptom = Map.groupBy(shown, ({ exchange }) => exchange && headlineOf(exchange))
  return [...bySymptom].flatMap(([headline, own]) =>
    headline === undefined || countRules(own) < leastRules ? [] : [{ headline, findings: own }],
  )
}

/** The wrong statuses of requests of one kind: content, and how answers compare, is by itself no sign of one. */
export const findWrongStatuses = (findings: readonly Finding[]): readonly Symptom[] =>
  findSymptoms(findings, symptomOfKind).filter(({ findings: own }) =>
    own.some(({ rule }) => !rulesOfContent.has(rule)),
  )

/** Rules about what an answer contains, whatever its status, and those that compare answers. */
const rulesOfContent: ReadonlySet<string> = new Set([
  ...rulesOfAnswer(200, Buffer.from('{"tag"')),
  ...rulesOfAnswer(401, Buffer.alloc(0)),
  'allow-names-methods',
  'causes-stay-inside',
  'challenge-names-refusal',
  'equal-requests-equal-answers',
  'message-says-something',
  'no-banner',
  'one-number-per-cause',
  'request-id-kept',
  'same-refusal-for-every-reason',
  'vary-names-fields',
])

/** The one wrong refusal that all findings show, with the same body, whatever is due; none if few rules are broken. */
export function findOneAnswer(findings: readonly Finding[]): readonly Symptom[] {
  const answers = findings.flatMap(({ exchange }) => (exchange && isAnswered(exchange) ? [exchange] : []))
  const statuses = new Set(answers.map(({ answer }) => answer.status))
  const bodies = new Set(
    answers.map(({ answer }) => answer.body.toString('latin1')).filter((body) => body !== ''),
  )
  const [status = 0] = statuses
  return answers.length === findings.length &&
    countRules(findings) >= leastWrongRefusals &&
    status >= 400 &&
    statuses.size === 1 &&
    bodies.size === 1 &&
    answers.some((exchange) => !isStatusDue(exchange))
    ? [{ headline: `Requests are refused with ${status} where another status is due.`, findings }]
    : []
}

/** One status in place of one other, such as 404 for 400, on requests of several kinds; none if few rules are broken. */
export function findOneWrongStatus(findings: readonly Finding[]): readonly Symptom[] {
  const wrong = findings.flatMap((finding) => {
    const { exchange } = finding
    return exchange !== undefined && isAnswered(exchange) && !isStatusDue(exchange)
      ? [{ finding, exchange }]
      : []
  })
  const statuses = new Set(wrong.map(({ exchange }) => exchange.answer.status))
  const [status] = statuses
  const dues = wrong.map(({ exchange }) => new Set(faultOf(exchange)?.statuses))
  const [due] = dues.reduce((some, others) => some.intersection(others), dues[0] ?? new Set())
  const kinds = new Set(wrong.map(({ exchange }) => familyOf(exchange)))
  const own = wrong.map(({ finding }) => finding)
  return statuses.size === 1 && due !== undefined && kinds.size > 1 && countRules(own) >= leastWrongRefusals
    ? [{ headline: `Requests are answered with ${status} where ${due} is due.`, findings: own }]
    : []
}

/** Rules about the body of a refusal: one that breaks them was made by something that does not know the contract. */
const rulesOfError: ReadonlySet<string> = new Set([
  'error-content-type',
  'error-has-both-members',
  'error-is-integer',
  'error-is-int32',
  'error-is-object',
  'every-refusal-has-error-body',
  'message-is-text',
  'no-extra-members',
  'payload-is-json',
])

/** Refusals with a wrong body, and all other rules about content that only refusals break, the same ones among them. */
export function findForeignRefusals(findings: readonly Finding[]): readonly Symptom[] {
  const byRule = [...Map.groupBy(findings, ({ rule }) => rule)]
  const ofRefusals = byRule.filter(
    ([rule, own]) => rulesOfContent.has(rule) && own.every((finding) => isRefused(finding)),
  )
  const [, wrong = []] = ofRefusals.find(([rule]) => rulesOfError.has(rule)) ?? []
  const bodies = new Set(
    wrong.filter(({ exchange }) => exchange?.request.method !== 'HEAD').map((finding) => bodyOf(finding)),
  )
  const caused = ofRefusals.filter(([, own]) => own.some((finding) => bodies.has(bodyOf(finding))))
  return caused.length < leastRules
    ? []
    : [
        {
          headline: bodies.has('')
            ? 'Refusals have no body.'
            : 'Refusals are not as the contract defines them.',
          findings: caused.flatMap(([, own]) => own),
        },
      ]
}

const bodyOf = ({ exchange }: Finding): string =>
  exchange !== undefined && isAnswered(exchange) ? exchange.answer.body.toString('latin1') : ''

const isRefused = ({ exchange }: Finding): boolean =>
  exchange !== undefined && (statusOf(exchange) ?? 0) >= 400

/** Tells an answer by its request and status: the shortest request shows each breach, and may be sent again. */
export const answerOf = ({ exchange }: Finding): string => {
  if (exchange === undefined) return ''
  const { answer } = exchange
  return `${toText(exchange.request)} ${'status' in answer ? answer.status : answer.noResponse}`
}

/** Header fields that this contract requires beyond HTTP: a service that sends none of them does not know them. */
const addedFields: ReadonlySet<string> = new Set([
  'no Cache-Control',
  'no ETag',
  'no Vary',
  'no X-Request-Id',
])

/** The symptom that several of the added fields are missing; none if only one is. */
export function findMissingFields(findings: readonly Finding[]): readonly Symptom[] {
  const own = findings.filter(({ came }) => addedFields.has(came))
  const names = [...new Set(own.map(({ came }) => came.slice('no '.length)))]
  return names.length < leastRules ? [] : [{ headline: `Answers lack ${names.join(', ')}.`, findings: own }]
}

/** If exactly one of the rules forbids, or says why a request is right, its sentence says more than the headline. */
export function sharpen(symptom: Symptom, rules: readonly Rule[]): Symptom {
  const names = new Set(symptom.findings.map(({ rule }) => rule))
  const [only, ...others] = rules.filter(
    ({ id, kind }) =>
      names.has(id) && (kind === 'refusable' || !(id === 'answers-right-requests' || rulesOfContent.has(id))),
  )
  return only !== undefined && others.length === 0
    ? { headline: only.sentence, cause: only.id, findings: symptom.findings }
    : symptom
}

const countRules = (findings: readonly Finding[]): number => new Set(findings.map(({ rule }) => rule)).size

export const statusOf = ({ answer }: Exchange): number | undefined =>
  'status' in answer ? answer.status : undefined

const noResponses: Readonly<Record<NoResponse['noResponse'], string>> = {
  unreachable: 'The service stopped accepting connections.',
  timeout: 'Requests get no answer in time.',
  closed: 'Connections end without a whole answer.',
  reset: 'Connections end without a whole answer.',
}

/** Every status that the contract defines. */
const known = new Set([200, 304, ...Object.values(errorCatalogue).map(({ status }) => status)])

/** What is wrong with the answer at first sight, whatever the request was. */
export function symptomOf(exchange: Exchange): string | undefined {
  const { request, answer } = exchange
  if ('noResponse' in answer) return noResponses[answer.noResponse]
  const { status } = answer
  if (status >= 500) return `Requests are answered with ${status}.`
  if (!known.has(status))
    return `Requests are answered with ${status}, a status that the contract does not define.`
  return request.method === 'HEAD' &&
    (status === 404 || status === 405) &&
    isAnswered(exchange) &&
    !isStatusDue(exchange)
    ? `HEAD is refused with ${status}.`
    : undefined
}

/** The symptom that requests which are wrong in one way, or right, get a status that is not due. */
function symptomOfKind(exchange: Exchange): string | undefined {
  if (!isAnswered(exchange) || exchange.request.octets !== undefined) return undefined
  const { status } = exchange.answer
  return status === 304 || isStatusDue(exchange)
    ? undefined
    : `${familyOf(exchange)} are answered with ${status}.`
}

/** The kind of a request: what is wrong with it, or that it is right. */
export function familyOf(exchange: Exchange): string {
  const rule = faultOf(exchange)?.rule
  if (rule === undefined) return 'Valid requests'
  if (rule.startsWith('limit-')) return 'Requests with an invalid limit'
  return families[rule] ?? 'Requests without an accepted token'
}

const families: Readonly<Record<string, string>> = {
  'no-other-path': 'Requests for other paths',
  'malformed-request-400': 'Malformed requests',
  'other-methods-405': 'Requests with other methods',
  'unknown-method-400': 'Requests with other methods',
  'authorization-once': 'Requests with two credentials',
  'token-not-in-query': 'Requests with access_token in the query',
}
