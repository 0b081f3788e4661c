/** What all requests with a wrong answer have in common: services stumble over it, whichever rules that breaks. */
import { headLength, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import { conditionRules } from '../rules/http-rules.ts'
import type { Finding } from './judge.ts'
import { leastRules } from './symptoms.ts'

interface Trait {
  readonly headline: string
  readonly has: (request: SentRequest) => boolean
  /** Rules that only such requests can break: their breach shows nothing. */
  readonly own?: readonly string[]
}

/** Rules about conditional requests. */
export const conditionIds: ReadonlySet<string> = new Set(conditionRules.map(({ id }) => id))

/** The narrowest first. */
const traits: readonly Trait[] = [
  {
    headline: 'Requests whose target is an absolute URL are answered wrongly.',
    has: ({ target }) => /^https?:/i.test(target),
  },
  {
    headline: 'Requests with access_token in the query are answered wrongly.',
    has: ({ target }) => /[?&]access(?:_|%5F)token(?:[=&]|$)/i.test(target),
  },
  {
    headline: 'Requests with an Accept other than */* are answered wrongly.',
    has: (request) => valuesOf(request, 'accept').some((value) => value !== '*/*'),
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
    headline: 'Requests with parameters other than limit are answered wrongly.',
    has: ({ target }) => /[?&](?!limit(?:[=&]|$)|access_token)[^&]/.test(target),
    own: ['other-parameters-ignored', 'target-of-8000'],
  },
  {
    headline: 'Long requests are answered wrongly.',
    has: ({ target, fields }) => target.length + headLength(fields) > longRequest,
    own: ['target-of-8000', 'header-of-16384'],
  },
]

/** In octets of target and header. */
const longRequest = 1500

/** Every request has these, so they tell nothing. */
const usualFields: ReadonlySet<string> = new Set(['authorization', 'host', 'accept', 'connection'])

/** One trait for each field that a request of the findings carries, apart from the usual ones. */
function traitsOfFields(findings: readonly Finding[]): readonly Trait[] {
  const names = findings.flatMap(({ exchange }) => (exchange?.request.fields ?? []).map(([name]) => name))
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]))
  return [...byName]
    .filter(([name]) => !usualFields.has(name))
    .map(([name, spelling]) => ({
      headline: `Requests with ${spelling} are answered wrongly.`,
      has: (request) => valuesOf(request, name).length > 0,
      own: name === 'if-none-match' ? [...conditionIds] : [],
    }))
}

/** The first trait that all requests have; none if one rule is broken, or only rules that only such requests can break. */
export function findCommonTrait(findings: readonly Finding[]): Trait | undefined {
  const broken = new Set(findings.map(({ rule }) => rule))
  return broken.size < leastRules
    ? undefined
    : [...traits, ...traitsOfFields(findings)].find(
        ({ has, own = [] }) =>
          !broken.isSubsetOf(new Set(own)) &&
          findings.every(({ exchange }) => exchange !== undefined && has(exchange.request)),
      )
}
