/** A finding with all by which it is held against others, whatever the contract is. */
import { fieldValue, toText } from '@plant-store/raw-http'
import { type Declared, operationFor } from '../contract/coverage.ts'
import { hasResponse, type SentRequest } from '../exchange.ts'
import { splitTarget } from '../contract/target.ts'
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
  readonly mediaType: string | undefined
  /** Tells a response by its request and status: the shortest request shows each breach, and may be sent again. */
  readonly response: string | undefined
  /** What its request has that not every request for the operation has; of these, what the document does not name. */
  readonly traits: readonly string[]
  readonly oddities: readonly string[]
}

const ofOperation =
  /^.+?:((?:success|status|content-type|body|header|pages|failure|credential|access|effect|no-effect|request-body)$|(?:parameter|required):(?:path|query|header|cookie):.*)/s

const kindOf = ({ id }: Rule): string => ofOperation.exec(id)?.[1] ?? id

/** Looks at findings by what the rules say of the document. `credentials`: the names of the fields and parameters that carry one. */
export function seer(
  rules: readonly Rule[],
  credentials: readonly string[] = [],
): (finding: Finding) => Seen | undefined {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const operations = [...new Set(rules.map(({ part = '' }) => part))].flatMap((id): readonly Declared[] => {
    const [, method = '', path = ''] = /^([A-Z]+) (\/.*)$/s.exec(id) ?? []
    return path === '' ? [] : [{ id, method, path, responses: [] }]
  })
  const methods = operations.map(({ method }) => method)
  const namesOf = (what: string): ReadonlySet<string> => {
    const kinds = rules.map((rule) => kindOf(rule)).filter((kind) => kind.startsWith(what))
    return new Set([...methods, ...credentials, ...kinds.map((kind) => kind.replace(/^\w+:\w+:/, ''))])
  }
  const [usual, declared] = [namesOf('required:'), namesOf('parameter:')]
  return (finding) => {
    const { exchange } = finding
    const rule = byId.get(finding.rule)
    if (rule === undefined) return undefined
    const kind = kindOf(rule)
    const operation = kind === rule.id ? undefined : rule.part
    const seen = { finding, rule, kind, operation, ...nothing }
    if (exchange === undefined) return seen
    const { request } = exchange
    const status = statusOf(exchange.response)
    return {
      ...seen,
      operation: operation ?? operationFor(operations, request)?.id,
      status,
      response: `${toText(request)} ${status}`,
      traits: traitsOf(request, usual),
      oddities: traitsOf(request, declared),
      ...(hasResponse(exchange) && { mediaType: fieldValue(exchange.response, 'Content-Type') }),
    }
  }
}

const nothing = {
  status: '',
  response: undefined,
  mediaType: undefined,
  traits: [],
  oddities: [],
} as const

const statusOf = (outcome: NonNullable<Finding['exchange']>['response']): string =>
  'status' in outcome ? String(outcome.status) : outcome.noResponse

/**
 * What a request has that not every request has, each as words that complete "Requests …". `usual`: the names of
 * parameters, those of fields in lower case, and the methods, of which it is known that requests have them.
 */
function traitsOf(
  { method, target, fields, body, bytes = '' }: SentRequest,
  usual: ReadonlySet<string> = new Set(),
): readonly string[] {
  const parameters = [...new Set(new URLSearchParams(splitTarget(target)[1]).keys())]
  const others = fields.filter(
    ([name, value]) => !usualFields.test(name) && `${name}: ${value}` !== 'Accept: */*',
  )
  return [
    ...(/^https?:/i.test(target) ? ['whose target is an absolute URL'] : []),
    ...parameters.map(
      (name) => `with ${name === '' ? 'a parameter without a name' : `the parameter ${name}`}`,
    ),
    ...others.map(([name]) => `with ${name.toLowerCase()}`),
    ...(body === undefined || body === '' ? [] : ['with content']),
    ...(method === 'GET' ? [] : [`by ${method}`]),
    ...(bytes === '' ? [] : [bytes.includes(' HTTP/1.0\r\n') ? 'in HTTP/1.0' : 'that are malformed']),
  ].filter((words) => !usual.has(words.replace(/^with (?:the parameter )?|^by /, '')))
}

const usualFields = /^(?:authorization|host|connection|accept|content-type|content-length|user-agent)$/i
