/** What several findings have in common at first sight: the answers that are wrong alike, and the requests that are alike. */
import { errorCatalogue } from '@plant-store/contracts'
import { headLength, valuesOf } from '@plant-store/raw-http'
import { isAnswered } from '../contract/given-requests.ts'
import { rulesOfAnswer } from '../contract/answer-fault.ts'
import { faultOf, isStatusDue } from '../contract/rule-of-status.ts'
import type { Exchange, NoResponse, SentRequest } from '../exchange.ts'
import type { Rule } from '../rules/rule.ts'
import type { Finding } from './judge.ts'

/** A way in which several rules are broken at once. */
export interface Symptom {
  readonly headline: string
  /** The rule that says it, where it is one. */
  readonly cause?: string
  readonly findings: readonly Finding[]
}

/** So many rules a symptom must break to be the cause, and not one rule of its own that is broken. */
const leastRules = 2
/** And so many where wrong requests of any kind are refused with one wrong status: of two it may be a coincidence. */
export const leastWrongRefusals = 3
/** That something passes is a fault of its own; that most of what must be refused passes is one fault. */
const leastShareOfRefusals = 1 / 2
/** And not less than so many rules, where few are judged. */
const leastRefusals = 4

/** That so much passes that must be refused is one fault; unless all of it is wrong in one way, which is told as that. */
export function findOpenDoor(rules: readonly Rule[], findings: readonly Finding[]): readonly Symptom[] {
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
export function findSymptoms(
  findings: readonly Finding[],
  headlineOf: (exchange: Exchange, rule: string) => string | undefined,
): readonly Symptom[] {
  const shown = findings.filter(({ exchange }) => exchange !== undefined)
  const bySymptom = Map.groupBy(shown, ({ exchange, rule }) => exchange && headlineOf(exchange, rule))
  return [...bySymptom].flatMap(([headline, own]) =>
    headline === undefined || countRules(own) < leastRules ? [] : [{ headline, findings: own }],
  )
}

/** The same of statuses: what stands in an answer, and how answers compare, is no sign of a wrong status by itself. */
export const findSymptomsOfStatus = (
  findings: readonly Finding[],
  headlineOf: (exchange: Exchange, rule: string) => string | undefined,
  least = leastRules,
): readonly Symptom[] =>
  findSymptoms(findings, headlineOf).filter(
    ({ findings: own }) => countRules(own) >= least && own.some(({ rule }) => !rulesOfContent.has(rule)),
  )

/** Rules about what stands in an answer, whatever its status, and those that compare answers. */
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

/** That refusals come without a body: mostly those that an HTTP library makes by itself. */
export const bareRefusal = ({ answer }: Exchange, rule: string): string | undefined =>
  'status' in answer && answer.status >= 400 && answer.body.length === 0 && rulesOfContent.has(rule)
    ? 'Refusals come without a body.'
    : undefined

/** Header fields that this contract asks for beyond what HTTP does: who sends none of them knows none of them. */
const addedFields: ReadonlySet<string> = new Set([
  'no Cache-Control',
  'no ETag',
  'no Vary',
  'no X-Request-Id',
])

/** That several of the added fields are missing; none where it is a single one. */
export function findMissingFields(findings: readonly Finding[]): readonly Symptom[] {
  const own = findings.filter(({ came }) => addedFields.has(came))
  const names = [...new Set(own.map(({ came }) => came.slice('no '.length)))]
  return names.length < leastRules
    ? []
    : [{ headline: `Answers come without ${names.join(', ')}.`, findings: own }]
}

/** One rule that forbids, or that says why a request is right, says more than what is common to all of them. */
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

const statusOf = ({ answer }: Exchange): number | undefined =>
  'status' in answer ? answer.status : undefined

const noResponses: Readonly<Record<NoResponse['noResponse'], string>> = {
  unreachable: 'The service stopped taking connections.',
  timeout: 'Requests get no answer in time.',
  closed: 'Connections end without a whole answer.',
  reset: 'Connections end without a whole answer.',
}

const unrefused = 'Requests that must be refused are answered as if they were right.'

/** Every status that the contract speaks of. */
const known = new Set([200, 304, ...Object.values(errorCatalogue).map(({ status }) => status)])

/** What is wrong with the answer at first sight, whatever was asked. */
export function symptomOf({ request, answer }: Exchange): string | undefined {
  if ('noResponse' in answer) return noResponses[answer.noResponse]
  const { status } = answer
  if (status >= 500) return `Requests are answered with ${status}.`
  if (!known.has(status))
    return `Requests are answered with ${status}, a status that the contract does not know.`
  return request.method === 'HEAD' && (status === 404 || status === 405)
    ? `HEAD is refused with ${status}.`
    : undefined
}

/** That a request is refused as it must be, but with another status than the sentence of its rule names. */
export function wrongRefusalBy(
  rules: readonly Rule[],
): (exchange: Exchange, rule: string) => string | undefined {
  const dues = new Map(
    rules.flatMap(({ id, sentence, kind }) => {
      const [, due] = /(?:refused|answered) with (4\d\d)\b/.exec(sentence) ?? []
      return due === undefined || kind === 'owed' ? [] : [[id, Number(due)] as const]
    }),
  )
  return (exchange, rule) => {
    const due = dues.get(rule)
    const status = statusOf(exchange) ?? 0
    return due === undefined || status < 400 || status === due
      ? undefined
      : `Requests are refused with ${status} where another status is due.`
  }
}

/** That requests which are wrong, or right, in one way get a status that is not due to them. */
export function symptomOfKind(exchange: Exchange): string | undefined {
  if (!isAnswered(exchange) || exchange.request.octets !== undefined) return undefined
  const { status } = exchange.answer
  return status === 304 || isStatusDue(exchange)
    ? undefined
    : `${familyOf(exchange)} are answered with ${status}.`
}

/** Requests by what is wrong with them, or right. */
export function familyOf(exchange: Exchange): string {
  const rule = faultOf(exchange)?.rule
  if (rule === undefined) return 'Right requests'
  if (rule.startsWith('limit-')) return 'Requests with a wrong limit'
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

/** Something that requests may have in common over which services stumble, whichever rules that breaks. */
interface Trait {
  readonly headline: string
  readonly has: (request: SentRequest) => boolean
  /** Rules that only such requests can break: that they do shows nothing. */
  readonly own?: readonly string[]
}

/** Rules about conditions. */
export const conditionRules: ReadonlySet<string> = new Set([
  'answers-not-shared',
  'modified-200',
  'not-modified-304',
  'not-modified-same-fields',
])

/** The narrowest first. */
export const traits: readonly Trait[] = [
  {
    headline: 'Requests whose target is a whole address are answered wrongly.',
    has: ({ target }) => /^https?:/i.test(target),
  },
  {
    headline: 'Requests with access_token in the query are answered wrongly.',
    has: ({ target }) => /[?&]access(?:_|%5F)token(?:[=&]|$)/i.test(target),
  },
  { headline: 'HEAD is answered wrongly.', has: ({ method }) => method === 'HEAD' },
  { headline: 'Requests with content are answered wrongly.', has: ({ body }) => body !== undefined },
  {
    headline: 'Requests in HTTP/1.0 are answered wrongly.',
    has: ({ octets = '' }) => octets.includes(' HTTP/1.0\r\n'),
  },
  {
    headline: 'Requests with several spaces behind the scheme are answered wrongly.',
    has: (request) => valuesOf(request, 'authorization').some((value) => /^\S+ {2}/.test(value)),
    own: ['spaces-before-token'],
  },
  {
    headline: 'Long requests are answered wrongly.',
    has: ({ target, fields }) => target.length + headLength(fields) > longRequest,
    own: ['target-of-8000', 'header-of-16384'],
  },
  {
    headline: 'Requests with other parameters than limit are answered wrongly.',
    has: ({ target }) => /[?&](?!limit(?:[=&]|$)|access_token)[^&]/.test(target),
    own: ['other-parameters-ignored', 'target-of-8000'],
  },
  {
    headline: 'Conditional requests are answered wrongly.',
    has: (request) => valuesOf(request, 'if-none-match').length > 0,
    own: [...conditionRules],
  },
]

/** In octets of target and header. */
const longRequest = 1500

/** The findings of all rules that only such requests break; none where it is a single rule, or they alone can break them. */
export function findShared(findings: readonly Finding[], { has, own = [] }: Trait): readonly Finding[] {
  const shared = [...Map.groupBy(findings, ({ rule }) => rule)].filter(([, ofRule]) =>
    ofRule.every(({ exchange }) => exchange !== undefined && has(exchange.request)),
  )
  const isShown = shared.length >= leastRules && shared.some(([rule]) => !own.includes(rule))
  return isShown ? shared.flatMap(([, ofRule]) => ofRule) : []
}
