/** Requests as laws write them: a token in them is a stand-in, every other character one octet. */
import type { Field, SentRequest } from '../exchange.ts'
import { isContinue, valuesOf } from '../fields.ts'
import type { Secrets } from './secrets.ts'

/** What may be said of a request besides method and target. */
export interface Liberties {
  /** Sent as `Authorization: Bearer`, where it is given. */
  readonly token?: string | undefined
  readonly fields?: readonly Field[]
  readonly body?: string
}

/** Writes a request to one host. Content gets its length, unless its fields say another thing. */
export type WriteRequest = (method: string, target: string, liberties?: Liberties) => SentRequest

/** For a host such as `127.0.0.1:8080`. */
export function requestWriter(host: string, secrets: Secrets): WriteRequest {
  return (method, target, { token, fields = [], body } = {}) => {
    const given = new Set(fields.map(([name]) => name.toLowerCase()))
    const wanted: readonly (Field | undefined)[] = [
      given.has('host') ? undefined : ['Host', host],
      given.has('accept') ? undefined : ['Accept', '*/*'],
      token === undefined ? undefined : ['Authorization', `Bearer ${token}`],
      ...fields,
      body === undefined || given.has('transfer-encoding')
        ? undefined
        : ['Content-Length', String(secrets.reveal(body).length)],
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
