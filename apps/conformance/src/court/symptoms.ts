/** What several findings have in common at first sight: the answers that are wrong alike, and the requests that are alike. */
import { errorCatalogue } from '@plant-store/contracts'
import { isAnswered } from '../contract/given-requests.ts'
import { faultOf, isStatusDue } from '../contract/rule-of-status.ts'
import type { Exchange, SentRequest, NoResponse } from '../exchange.ts'
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
/** That something passes is a fault of its own; that a third of all that must be refused passes is one fault. */
const leastShareOfRefusals = 1 / 3
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

/** One rule that forbids says more than what is common to all that it forbids. */
export function sharpen(symptom: Symptom, rules: readonly Rule[]): Symptom {
  const names = new Set(symptom.findings.map(({ rule }) => rule))
  const [only, ...others] = rules.filter(({ id, kind }) => kind === 'refusable' && names.has(id))
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
  'other-methods-405': 'Requests with other methods',
  'authorization-once': 'Requests with two credentials',
  'token-not-in-query': 'Requests with access_token in the query',
}

/** What requests may have in common that services stumble over, whichever rules that breaks. */
export const traits: readonly (readonly [headline: string, hasTrait: (request: SentRequest) => boolean])[] = [
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
export function findShared(
  findings: readonly Finding[],
  hasTrait: (request: SentRequest) => boolean,
): readonly Finding[] {
  const shared = [...Map.groupBy(findings, ({ rule }) => rule).values()].filter((own) =>
    own.every(({ exchange }) => exchange !== undefined && hasTrait(exchange.request)),
  )
  return shared.length >= leastRules ? shared.flat() : []
}
