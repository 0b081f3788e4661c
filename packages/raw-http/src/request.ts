/** Requests as they are written: a secret in them is a stand-in, and every other character is one byte. */
import type { Field, SentRequest } from './exchange.ts'
import { isContinue, trimBlanks, valuesOf } from './fields.ts'

/** Reads texts with stand-ins for secrets in them, and has the fields of every request; see `Secrets`. */
interface StandIns {
  readonly fields: readonly Field[]
  reveal(text: string): string
  cut(text: string, bytes: number): readonly [string, string]
}

/** What a request may have besides method and target. */
interface Liberties {
  /** Sent as `Authorization: Bearer`, if given. */
  readonly token?: string | undefined
  readonly fields?: readonly Field[]
  readonly body?: string
}

/** Writes a request to one host. Content gets a Content-Length, unless the fields already frame it. */
export type WriteRequest = (method: string, target: string, liberties?: Liberties) => SentRequest

/**
 * For a host such as `127.0.0.1:8080`. Without secrets, a body must not contain stand-ins. The fields of every request
 * take the place of others of their names.
 */
export function requestWriter(host: string, secrets?: StandIns): WriteRequest {
  const every = secrets?.fields ?? []
  const isOfEvery = new Set(every.map(([name]) => name.toLowerCase()))
  return (method, target, { token, fields: own = [], body } = {}) => {
    const fields = [...every, ...own.filter(([name]) => !isOfEvery.has(name.toLowerCase()))]
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

/** The request with more fields. An `Accept` among them replaces the request's own. */
export function withFields(request: SentRequest, fields: readonly Field[]): SentRequest {
  const isWish = fields.some((field) => isAccept(field))
  const own = isWish ? request.fields.filter((field) => !isAccept(field)) : request.fields
  return { ...request, fields: [...own, ...fields] }
}

const isAccept = ([name]: Field): boolean => name.toLowerCase() === 'accept'

/** The target with more parameters, `name=value` each. */
export function withQuery(target: string, parameters: readonly string[]): string {
  if (parameters.length === 0) return target
  return `${target}${target.includes('?') ? '&' : '?'}${parameters.join('&')}`
}

/** The request as one of HTTP/1.0. */
export const asOfHttp10 = (request: SentRequest): SentRequest => ({
  ...request,
  bytes: toText(request).replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n'),
})

/** The request with every text in it rewritten. */
export function rewriteRequest(request: SentRequest, rewrite: (text: string) => string): SentRequest {
  const { method, target, fields, body, bytes } = request
  return {
    method: rewrite(method),
    target: rewrite(target),
    fields: fields.map(([name, value]): Field => [rewrite(name), rewrite(value)]),
    ...(body !== undefined && { body: rewrite(body) }),
    ...(bytes !== undefined && { bytes: rewrite(bytes) }),
  }
}

/** The bytes of a request. */
export const toText = (request: SentRequest): string =>
  request.bytes ?? toHead(request) + (request.body ?? '')

/** The bytes of a request before its content. */
export function toHead({ method, target, fields }: SentRequest): string {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}:${value === '' ? '' : ` ${value}`}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** The bytes of a request for a service whose root is at this path: what is no path stays as it is. */
export const prefixed = (text: string, prefix: string): string =>
  prefix === '' ? text : text.replace(/^(\S+ (?:https?:\/\/[^/?# ]*)?)(?=\/)/i, `$1${prefix}`)

/** Whether the content is not sent before the service asks for it with 100 (RFC 9110, 10.1.1). */
export function holdsContentBack(request: SentRequest): boolean {
  const { body = '', bytes } = request
  const expectations = bytes === undefined && body !== '' ? valuesOf(request, 'expect') : []
  return expectations.length > 0 && expectations.every((value) => isContinue(value))
}

/** A request that only its bytes describe. */
export function malformedRequest(bytes: string): SentRequest {
  const [method = '', target = ''] = bytes.split(/\s+/, 2)
  return { method, target, fields: [], bytes }
}

/**
 * Reads well-formed requests from the bytes, and returns what follows them as `rest`. A request's bytes are kept
 * where its parts don't fully describe them.
 */
export function readRequests(
  bytes: string,
  secrets: StandIns,
): {
  readonly requests: readonly SentRequest[]
  readonly rest: string
} {
  const requests: SentRequest[] = []
  let rest = bytes
  for (let one = readRequest(rest, secrets); one !== undefined; one = readRequest(rest, secrets)) {
    const own = rest.slice(0, one.length)
    requests.push(toText(one.request) === own ? one.request : { ...one.request, bytes: own })
    rest = rest.slice(one.length)
  }
  return { requests, rest }
}

function readRequest(
  bytes: string,
  secrets: StandIns,
): { readonly request: SentRequest; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.slice(0, Math.max(0, end)).split('\r\n')
  const [, method, target] = /^([A-Za-z]+) (\S+) HTTP\/1\.[01]$/.exec(first) ?? []
  const fields = lines.map((line): Field | undefined => {
    const [, name, value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? []
    return name === undefined ? undefined : [name, trimBlanks(value)]
  })
  if (method === undefined || target === undefined || fields.includes(undefined)) return undefined
  const head = { method, target, fields: fields.filter((field) => field !== undefined) }
  const body = readBody(head, bytes.slice(end + 4), secrets)
  return body === undefined
    ? undefined
    : { request: { ...head, ...(body !== '' && { body }) }, length: end + 4 + body.length }
}

/** The body, with its chunk framing if it is chunked. Undefined where it is not complete. */
function readBody(head: SentRequest, bytes: string, secrets: StandIns): string | undefined {
  if (valuesOf(head, 'transfer-encoding').length > 0) {
    const [chunks] = /^(?:[^]*?\r\n)?0\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(bytes) ?? []
    return chunks
  }
  const length = Number(valuesOf(head, 'content-length')[0] ?? 0)
  const [body] = secrets.cut(bytes, length)
  return secrets.reveal(body).length === length ? body : undefined
}
