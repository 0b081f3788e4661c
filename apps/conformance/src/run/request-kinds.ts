/** Requests by what is wrong or unusual with them, in words. */
import { faultOf } from '../oracle/rule-of-status.ts'
import { splitTarget } from '../contract/operations.ts'
import type { Exchange, SentRequest } from '../exchange.ts'

/** What is wrong with a request, in few kinds. */
export function familyOf(exchange: Exchange): string {
  const rule = faultOf(exchange)?.rule
  if (rule === undefined) return 'Valid requests'
  if (rule.startsWith('limit-')) return 'Requests with an invalid limit'
  return families[rule] ?? 'Requests without an accepted token'
}

/** What is wrong with a request that breaks the rule, in few kinds. */
const families: Readonly<Record<string, string>> = {
  'no-other-path': 'Requests for other paths',
  'malformed-request-400': 'Malformed requests',
  'unknown-method-400': 'Malformed requests',
  'other-methods-405': 'Requests with other methods',
  'authorization-once': 'Requests with two credentials, or one in the query,',
  'token-not-in-query': 'Requests with two credentials, or one in the query,',
}

/** The names of the parameters besides limit. */
export const otherParametersOf = (target: string): readonly string[] =>
  [...new URLSearchParams(splitTarget(target)[1]).keys()].filter((name) => name !== 'limit')

/** What a request has that not every request has. */
export function traitsOf({ method, target, fields, bytes = '' }: SentRequest): readonly string[] {
  const others = fields.filter(
    ([name, value]) => !usualFields.test(name) && `${name}: ${value}` !== 'Accept: */*',
  )
  return [
    ...(/^https?:/i.test(target) ? ['Requests whose target is an absolute URL'] : []),
    ...otherParametersOf(target).map(
      (name) => `Requests with ${name === '' ? 'a parameter without a name' : `the parameter ${name}`}`,
    ),
    ...others.map(([name]) => `Requests with ${name.toLowerCase()}`),
    ...(method === 'GET' ? [] : [`${method} requests`]),
    ...(bytes.includes(' HTTP/1.0\r\n') ? ['HTTP/1.0 requests'] : []),
  ]
}

const usualFields = /^(?:authorization|host|connection)$/i
