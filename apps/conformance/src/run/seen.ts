/** A finding with all by which it is held against others, whatever the contract is. */
import { toText } from '@plant-store/raw-http'
import { type Declared, operationFor } from '../contract/coverage.ts'
import { splitTarget } from '../contract/target.ts'
import type { SentRequest } from '../exchange.ts'
import type { Rule } from '../rules/rules.ts'
import type { Finding } from './checker.ts'

/** A finding with all by which it is held against others. */
export interface Seen {
  readonly finding: Finding
  readonly rule: Rule
  /** What the rule says, whatever the operation, such as `body` of `listPets:body`. */
  readonly kind: string
  /** Such as `GET /pets`; undefined where the document has none for the request. */
  readonly operation: string | undefined
  /** The status, or what came instead; empty where no exchange is known. */
  readonly status: string
  /** Tells a response by its request and status: the shortest request shows each breach, and may be sent again. */
  readonly response: string | undefined
  /** What its request has that not every request for the operation has, each as words that complete "Requests …". */
  readonly traits: readonly string[]
}

/** What findings are seen by. `credentials`: the names of the fields and parameters that carry one. */
export interface Known {
  readonly rules: readonly Rule[]
  readonly operations: readonly Declared[]
  readonly credentials?: readonly string[]
}

/** Looks at a finding about a rule by what the document says. */
export function seer({ rules, operations, credentials = [] }: Known): (rule: Rule, of: Finding) => Seen {
  const byPrefix = operations.map((one) => [`${one.id}:`, one] as const)
  const ownOf = ({ id }: Rule): readonly [prefix: string, one?: Declared] =>
    byPrefix.find(([prefix]) => id.startsWith(prefix)) ?? ['']
  const kindOf = (rule: Rule): string => rule.id.slice(ownOf(rule)[0].length)
  const usual = new Set([
    ...rules.flatMap((rule) => /^required:\w+:(.*)$/s.exec(kindOf(rule))?.[1] ?? []),
    ...credentials,
    ...operations.map(({ method }) => method),
  ])
  return (rule, finding) => {
    const { exchange } = finding
    const operation = ownOf(rule)[1] ?? (exchange && operationFor(operations, exchange.request))
    const kind = kindOf(rule)
    const seen = { finding, rule, kind, operation: operation && `${operation.method} ${operation.path}` }
    if (exchange === undefined) return { ...seen, status: '', response: undefined, traits: [] }
    const { request, response } = exchange
    const status = 'status' in response ? String(response.status) : response.noResponse
    const traits = traitsOf(request).filter(([name]) => !usual.has(name))
    const text = `${toText(request)} ${status}`
    return { ...seen, status, response: text, traits: traits.map(([, words]) => words) }
  }
}

export const malformed = 'that are malformed'

/** What a request has that not every request has: its name, and words that complete "Requests …". */
function traitsOf({
  method,
  target,
  fields,
  body = '',
  bytes = '',
}: SentRequest): readonly (readonly [name: string, words: string])[] {
  const parameters = [...new Set(new URLSearchParams(splitTarget(target)[1]).keys())]
  const others = fields.filter(
    ([name, value]) => !usualFields.test(name) && `${name}: ${value}` !== 'Accept: */*',
  )
  return [
    ...(/^https?:/i.test(target) ? [['', 'whose target is an absolute URL'] as const] : []),
    ...parameters.map((name) => [name, `with the parameter ${name}`] as const),
    ...others.map(([name]) => [name.toLowerCase(), `with ${name.toLowerCase()}`] as const),
    ...(body === '' ? [] : [['', 'with content'] as const]),
    ...(method === 'GET' ? [] : [[method, `by ${method}`] as const]),
    ...(bytes === '' ? [] : [['', bytes.includes(' HTTP/1.0\r\n') ? 'in HTTP/1.0' : malformed] as const]),
  ]
}

const usualFields = /^(?:authorization|host|connection|accept|content-type|content-length|user-agent)$/i
