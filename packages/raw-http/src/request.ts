/** Requests as they are written: a token in them is a stand-in, every other character one octet. */
import type { Field, SentRequest } from './exchange.ts'
import { isContinue, valuesOf } from './fields.ts'
import type { Secrets } from './secrets.ts'

/** What may be said of a request besides method and target. */
interface Liberties {
  /** Sent as `Authorization: Bearer`, where it is given. */
  readonly token?: string | undefined
  readonly fields?: readonly Field[]
  readonly body?: string
}

/** Writes a request to one host. Content gets its length, unless its fields say another thing. */
export type WriteRequest = (method: string, target: string, liberties?: Liberties) => SentRequest

/** For a host such as `127.0.0.1:8080`. Without secrets there must be no stand-in in a body. */
export function requestWriter(host: string, secrets?: Secrets): WriteRequest {
  return (method, target, { token, fields = [], body } = {}) => {
    const given = new Set(fields.map(([name]) => name.toLowerCase()))
    const wanted: readonly (Field | undefined)[] = [
      given.has('host') ? undefined : ['Host', host],
      given.has('accept') ? undefined : ['Accept', '*/*'],
      token === undefined ? undefined : ['Authorization', `Bearer ${token}`],
      ...fields,
      body === undefined || given.has('transfer-encoding') || given.has('content-length')
        ? undefined
        : ['Content-Length', String((secrets?.reveal(body) ?? body).length)],
    ]
    const sent = wanted.filter((field) => field !== undefined)
    return { method, target, fields: sent, ...(body !== undefined && { body }) }
  }
}

/** The same with more fields. A wish for a form of the answer is the only one: it takes the place of the usual. */
export function withFields(request: SentRequest, fields: readonly Field[]): SentRequest {
  const isWish = fields.some((field) => isAccept(field))
  const own = isWish ? request.fields.filter((field) => !isAccept(field)) : request.fields
  return { ...request, fields: [...own, ...fields] }
}

const isAccept = ([name]: Field): boolean => name.toLowerCase() === 'accept'

/** The same with every text in it rewritten. */
export function rewriteRequest(request: SentRequest, rewrite: (text: string) => string): SentRequest {
  const { method, target, fields, body, octets } = request
  return {
    method: rewrite(method),
    target: rewrite(target),
    fields: fields.map(([name, value]): Field => [rewrite(name), rewrite(value)]),
    ...(body !== undefined && { body: rewrite(body) }),
    ...(octets !== undefined && { octets: rewrite(octets) }),
  }
}

/** The octets of a request. */
export const toText = (request: SentRequest): string =>
  request.octets ?? toHead(request) + (request.body ?? '')

/** The octets of a request in front of its content. */
export function toHead({ method, target, fields }: SentRequest): string {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}:${value === '' ? '' : ` ${value}`}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Whether its content is sent when the service asks for it with 100, and not before (RFC 9110, 10.1.1). */
export function holdsContentBack(request: SentRequest): boolean {
  const { body = '', octets } = request
  const expectations = octets === undefined && body !== '' ? valuesOf(request, 'expect') : []
  return expectations.length > 0 && expectations.every((value) => isContinue(value))
}

/** A request whose octets are all there is to say about it. */
export function malformedRequest(octets: string): SentRequest {
  const [method = '', target = ''] = octets.split(/\s+/, 2)
  return { method, target, fields: [], octets }
}

/**
 * The requests that well-formed octets are, and what behind them is none. Their octets are kept where they tell more.
 * Without secrets there must be no stand-in in content.
 */
export function readRequests(
  octets: string,
  secrets?: Secrets,
): {
  readonly requests: readonly SentRequest[]
  readonly rest: string
} {
  const requests: SentRequest[] = []
  let rest = octets
  for (let one = readRequest(rest, secrets); one !== undefined; one = readRequest(rest, secrets)) {
    const own = rest.slice(0, one.length)
    requests.push(toText(one.request) === own ? one.request : { ...one.request, octets: own })
    rest = rest.slice(one.length)
  }
  return { requests, rest }
}

function readRequest(
  octets: string,
  secrets: Secrets | undefined,
): { readonly request: SentRequest; readonly length: number } | undefined {
  const end = octets.indexOf('\r\n\r\n')
  const [first = '', ...lines] = octets.slice(0, Math.max(0, end)).split('\r\n')
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(first) ?? []
  const fields = lines.map((line): Field | undefined => {
    const [, name, value = ''] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    return name === undefined ? undefined : [name, value]
  })
  if (method === undefined || target === undefined || fields.includes(undefined)) return undefined
  const head = { method, target, fields: fields.filter((field) => field !== undefined) }
  const body = readBody(head, octets.slice(end + 4), secrets)
  return body === undefined
    ? undefined
    : { request: { ...head, ...(body !== '' && { body }) }, length: end + 4 + body.length }
}

/** With its chunks, where it comes in such. Undefined where it is not there. */
function readBody(head: SentRequest, octets: string, secrets: Secrets | undefined): string | undefined {
  if (valuesOf(head, 'transfer-encoding').length > 0) {
    const [chunks] = /^(?:[^]*?\r\n)?0\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(octets) ?? []
    return chunks
  }
  const length = Number(valuesOf(head, 'content-length')[0] ?? 0)
  const [body] = secrets?.cut(octets, length) ?? [octets.slice(0, length)]
  return (secrets?.reveal(body) ?? body).length === length ? body : undefined
}
