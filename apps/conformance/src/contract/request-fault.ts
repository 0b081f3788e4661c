/** What is wrong with a request, as we read the contract: the rule that a finding of a tool stands under. */
import type { Exchange, SentRequest } from '../exchange.ts'
import type { Subject } from '../subject.ts'

/** The first thing that is wrong, in the order in which the contract asks. */
export interface RequestFault {
  /** Broken by a service that does what is asked all the same. */
  readonly rule: string
  /** What is due instead. */
  readonly statuses: readonly number[]
  /** Broken by a service that refuses it with another status. */
  readonly statusRule: string
}

/**
 * Undefined for a request that is right, and owed a list. Requests that are no HTTP are not for this function.
 * `refusedTokens` are those that were good once.
 */
export function findRequestFault(
  { request: { method, target, fields }, caller }: Pick<Exchange, 'request' | 'caller'>,
  refusedTokens: Subject['refusedTokens'] = [],
): RequestFault | undefined {
  const { path, query } = splitTarget(target)
  if (path !== '/plants') return refusal('no-other-path', [404])
  if (method === 'OPTIONS') return refusal('other-methods-405', [200, 204, 405])
  if (method !== 'GET' && method !== 'HEAD') return refusal('other-methods-405', [405])
  const credentials = fields
    .filter(([name]) => name.toLowerCase() === 'authorization')
    .map(([, value]) => value)
  if (credentials.length > 1) return refusal('authorization-once', [400], 'wrong-request-400')
  if (query.has('access_token')) return refusal('token-not-in-query', [400], 'wrong-request-400')
  const rule = credentialFault(credentials[0], caller, refusedTokens) ?? limitFault(query.getAll('limit'))
  if (rule === undefined) return undefined
  if (rule === 'token-required') return refusal(rule, [401], 'no-token-401')
  return rule.startsWith('limit-')
    ? refusal(rule, [400], 'wrong-request-400')
    : refusal(rule, [401], 'refused-token-401')
}

/** The path letter by letter, and the query as forms write it. */
export function splitTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?#]*)\??([^#]*)/i.exec(target) ?? []
  // A question mark at its very beginning would be taken for a separator, and is part of a name.
  return { path, query: new URLSearchParams(`&${query}`) }
}

const refusal = (rule: string, statuses: readonly number[], statusRule = rule): RequestFault => ({
  rule,
  statuses,
  statusRule,
})

/** Which caller's credential it carries, counted from 0. */
export function callerOf({ fields }: SentRequest, { callers }: Pick<Subject, 'callers'>): number | undefined {
  const credential = fields.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
  const [, token] = /^bearer +(\S+) *$/i.exec(credential) ?? []
  const index = callers.findIndex((caller) => caller.token === token)
  return index === -1 ? undefined : index
}

function credentialFault(
  credential: string | undefined,
  caller: number | undefined,
  refusedTokens: readonly string[],
): string | undefined {
  if (credential === undefined) return 'token-required'
  if (caller !== undefined) return undefined
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(credential) ?? []
  if (refusedTokens.includes(token)) return 'retired-token-refused'
  if (/^bearer +[\w.~+/-]+=* *$/i.test(credential)) return 'unknown-token-refused'
  return /^(?!bearer\b)[\w!#$%&'*+.^`|~-]+ +\S/i.test(credential)
    ? 'other-scheme-refused'
    : 'malformed-credential-refused'
}

/** Spellings of numbers, and the rule that each breaks. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'limit-not-empty'],
  [/^-[1-9][0-9]*$/, 'limit-minimum'],
  [/^[+-][0-9]+$/, 'limit-without-sign'],
  [/^\s*[0-9]+\s*$/, 'limit-without-space'],
  [/^[+-]?[0-9]+\.0*$/, 'limit-without-fraction'],
  [/^[+-]?[0-9.]+e[+-]?[0-9]+$/i, 'limit-without-exponent'],
  [/^0(?:x[0-9a-f]+|o[0-7]+|b[01]+)$/i, 'limit-in-decimal'],
  [/^\p{Nd}+$/u, 'limit-in-ascii-digits'],
  [/^[+-]?(?:[0-9]+(?:_[0-9]+)*|[0-9]{1,3}(?:[',][0-9]{3})+)[dflnu]?$/i, 'limit-in-digits-only'],
  [/^[0-9]+[?;&=#]|[^ -~]/, 'limit-in-digits-only'],
]

/** The rule that these values of limit break; undefined where they are right. */
function limitFault(values: readonly string[]): string | undefined {
  const [value] = values
  if (value === undefined) return undefined
  if (values.length > 1) return 'limit-once'
  if (/^(?:0|[1-9][0-9]*)$/.test(value)) return Number(value) > 2_147_483_647 ? 'limit-maximum' : undefined
  if (/^0[0-9]+$/.test(value)) return 'limit-without-leading-zero'
  if (/^[+-]?[0-9]+\.[0-9]*[1-9]/.test(value)) return 'limit-is-a-number'
  return spellings.find(([pattern]) => pattern.test(value))?.[1] ?? 'limit-is-a-number'
}
