/** Triggers: when a fault shows. Most faults always show; the others are why one look at a service is not enough. */
import type { Ask, Earlier } from './server/ask.ts'

/** What a trigger looks at. The kill matrix counts servers by it. */
export type TriggerKind =
  | 'always'
  | 'status'
  | 'request'
  | 'place in the query'
  | 'caller'
  | 'limit'
  | 'count'
  | 'connection'
  | 'rest'
  | 'history'
  | 'pieces'
  | 'load'
  | 'clock'

/** Whether the answer with this status goes wrong. Without an ask, there was no request that could be read. */
export interface Trigger {
  readonly kind: TriggerKind
  readonly holds: (ask: Ask | undefined, status: number) => boolean
  /** A pause before each answer, in milliseconds, so that requests are certain to overlap. */
  readonly lingerMs?: number
}

export const about = (kind: TriggerKind, holds: (ask: Ask, status: number) => boolean): Trigger => ({
  kind,
  holds: (ask, given) => ask !== undefined && holds(ask, given),
})

export const always: Trigger = { kind: 'always', holds: () => true }

/** In answers with one of these statuses. */
export const status = (...statuses: readonly number[]): Trigger => ({
  kind: 'status',
  holds: (_ask, given) => statuses.includes(given),
})

export const is200 = status(200)
export const is304 = status(304)
export const is400 = status(400)
export const is401 = status(401)
export const is404 = status(404)
export const is405 = status(405)

/** In lists, and in answers that a list has not changed. */
export const listed = status(200, 304)

/** In refusals and failures. */
export const refusal: Trigger = { kind: 'status', holds: (_ask, given) => given >= 400 }

/** In answers to input that is not HTTP. */
export const malformed: Trigger = { kind: 'request', holds: (ask) => ask === undefined }

/** In answers to requests that satisfy `holds`. */
export const request = (holds: (ask: Ask) => boolean): Trigger => about('request', holds)

export const method = (name: string): Trigger => request((ask) => ask.method === name)

/** Where the request target matches this pattern. */
export const target = (spelling: RegExp): Trigger => request((ask) => spelling.test(ask.url))

/** Where the client speaks HTTP/1.0. */
export const http10: Trigger = request((ask) => ask.request.httpVersion === '1.0')

export const path = (name: string): Trigger => request((ask) => ask.path === name)

/** With this parameter in the query. */
export const parameter = (name: string): Trigger => request(({ query }) => query.has(name))

/** With this header field, and a value of it that matches the pattern. */
export const field = (name: string, value = /^/): Trigger =>
  request(({ headers }) => value.test(headers[name]?.toString() ?? '') && name in headers)

/** Where the client asks to keep the connection; a client of HTTP/1.0 has to ask. */
export const wouldKeep: Trigger = field('connection', /keep-alive/i)

/** Without this header field. */
export const withoutField = (name: string): Trigger => request((ask) => !(name in ask.headers))

/** With any header field of at least this many octets. */
export const longField = (octets: number): Trigger =>
  request(({ request: { rawHeaders } }) => rawHeaders.some((text) => text.length >= octets))

/** With a limit, right or wrong. */
export const limited: Trigger = { ...parameter('limit'), kind: 'limit' }

/** Where the limit, as it was read, satisfies `holds`; it is undefined where none was given. */
export const limit = (holds: (limit: number | undefined, ask: Ask) => boolean): Trigger =>
  about('limit', (ask) => holds(ask.limit, ask))

/** Where the text of a limit matches this pattern. */
export const limitText = (text: RegExp): Trigger =>
  about('limit', ({ query }) => query.getAll('limit').some((value) => text.test(value)))

/** In answers to this caller. */
export const by = (name: string): Trigger => about('caller', ({ caller }) => caller?.name === name)

/** In the server's first answer. */
export const firstOfAll: Trigger = about('count', ({ number }) => number === 1)

/** In every n-th answer of the server. */
export const every = (n: number): Trigger => about('count', ({ number }) => number % n === 0)

/** In the n-th answer on a connection, and those after it. */
export const onConnection = (n: number): Trigger => about('connection', (ask) => ask.onConnection >= n)

export const reused: Trigger = onConnection(2)

/** Where no request came on the connection for at least this long. */
export const rested = (ms: number): Trigger => about('rest', ({ restedMs }) => restedMs >= ms)

/** For an earlier request: whether its answer had this status (`got`), or whether it had this method (`was`). */
export const got =
  (code: number) =>
  (earlier: Earlier): boolean =>
    earlier.status === code
export const was =
  (name: string) =>
  (earlier: Earlier): boolean =>
    earlier.method === name

/** Where the request before it on the connection satisfies `holds`. */
export const behind = (holds: (earlier: Earlier) => boolean): Trigger =>
  about('history', ({ earlier }) => earlier.slice(-1).some((one) => holds(one)))

/** Where any request before it on the connection satisfies `holds`. */
export const sometimeBehind = (holds: (earlier: Earlier) => boolean): Trigger =>
  about('history', ({ earlier }) => earlier.some((one) => holds(one)))

/** Where the head of the request came in at least this many pieces. */
export const inPieces = (n: number): Trigger => about('pieces', ({ pieces }) => pieces >= n)

/** Where the request came together with the one before it. */
export const pipelined: Trigger = about('pieces', ({ pieces }) => pieces === 0)

/** While at least n requests are under way, in a server that takes a tenth of a second for each. */
export const together = (n: number): Trigger => ({
  ...about('load', (ask) => ask.together >= n),
  lingerMs: 100,
})

/** When all of them hold. Its kind is that of the last one that is not of the kind `status`. */
export const all = (...triggers: readonly Trigger[]): Trigger => ({
  kind: triggers.findLast(({ kind }) => kind !== 'status')?.kind ?? 'status',
  holds: (ask, given) => triggers.every(({ holds }) => holds(ask, given)),
  lingerMs: Math.max(0, ...triggers.map(({ lingerMs = 0 }) => lingerMs)),
})

export const not = (trigger: Trigger): Trigger => ({
  ...trigger,
  holds: (ask, given) => !trigger.holds(ask, given),
})

/** The request is for another host: a target in absolute form names it in place of Host (RFC 9112, 3.2.2). */
export const forAnotherHost = request(({ url, headers }) => {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1] ?? headers.host ?? ''
  return host !== '' && !host.startsWith('127.')
})
