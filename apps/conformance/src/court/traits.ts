/** What requests may have in common that services stumble over, whichever rules that breaks. */
import { headLength, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import type { Finding } from './judge.ts'
import { leastRules } from './symptoms.ts'

/** Something that requests may have in common and that services stumble over, whichever rules that breaks. */
export interface Trait {
  readonly headline: string
  readonly has: (request: SentRequest) => boolean
  /** Rules that only such requests can break: their breach shows nothing. */
  readonly own?: readonly string[]
}

/** Rules about conditional requests. */
export const conditionRules: ReadonlySet<string> = new Set([
  'answers-not-shared',
  'modified-200',
  'not-modified-304',
  'not-modified-same-fields',
])

/** The narrowest first. */
export const traits: readonly Trait[] = [
  {
    headline: 'Requests whose target is an absolute URL are answered wrongly.',
    has: ({ target }) => /^https?:/i.test(target),
  },
  {
    headline: 'Requests with access_token in the query are answered wrongly.',
    has: ({ target }) => /[?&]access(?:_|%5F)token(?:[=&]|$)/i.test(target),
  },
  { headline: 'HEAD is answered wrongly.', has: ({ method }) => method === 'HEAD' },
  { headline: 'Requests with content are answered wrongly.', has: ({ body }) => body !== undefined },
  {
    headline: 'HTTP/1.0 requests are answered wrongly.',
    has: ({ octets = '' }) => octets.includes(' HTTP/1.0\r\n'),
  },
  {
    headline: 'Requests with several spaces after the scheme are answered wrongly.',
    has: (request) => valuesOf(request, 'authorization').some((value) => /^\S+ {2}/.test(value)),
    own: ['spaces-before-token'],
  },
  {
    headline: 'Long requests are answered wrongly.',
    has: ({ target, fields }) => target.length + headLength(fields) > longRequest,
    own: ['target-of-8000', 'header-of-16384'],
  },
  {
    headline: 'Requests with parameters other than limit are answered wrongly.',
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

/** Every request has these, so they tell nothing. */
const usualFields: ReadonlySet<string> = new Set(['authorization', 'host', 'accept', 'connection'])

/** One trait for each field that a request of the findings carries, apart from the usual ones. */
export function traitsOfFields(findings: readonly Finding[]): readonly Trait[] {
  const names = findings.flatMap(({ exchange }) => (exchange?.request.fields ?? []).map(([name]) => name))
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]))
  return [...byName]
    .filter(([name]) => !usualFields.has(name))
    .map(([name, spelling]) => ({
      headline: `Requests with ${spelling} are answered wrongly.`,
      has: (request) => valuesOf(request, name).length > 0,
      own: name === 'if-none-match' ? [...conditionRules] : [],
    }))
}

/** The findings of all rules that only such requests break; none if it is one rule, or if only they can break them. */
export function findShared(findings: readonly Finding[], { has, own = [] }: Trait): readonly Finding[] {
  const shared = [...Map.groupBy(findings, ({ rule }) => rule)].filter(([, ofRule]) =>
    ofRule.every(({ exchange }) => exchange !== undefined && has(exchange.request)),
  )
  const isShown = shared.length >= leastRules && shared.some(([rule]) => !own.includes(rule))
  return isShown ? shared.flatMap(([, ofRule]) => ofRule) : []
}

/** The first trait that the requests of all findings have; undefined if there is none. */
export const findCommonTrait = (findings: readonly Finding[]): Trait | undefined =>
  [...traits, ...traitsOfFields(findings)].find(
    (trait) => findShared(findings, trait).length === findings.length,
  )
