/** Triggers: when a fault shows. Most faults show always; the others are why one look at a service is not enough. */
import type { Ask, Earlier } from './server/ask.ts'
import { fieldLines } from './server/check-form.ts'

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

/** Whether to go wrong in the answer with this status; without an ask there was no request that could be read. */
export interface Trigger {
  readonly kind: TriggerKind
  readonly holds: (ask: Ask | undefined, status: number) => boolean
  /** A pause before each answer, in milliseconds: so that requests overlap for certain. */
  readonly lingerMs?: number
}

export const about = (kind: TriggerKind, holds: (ask: Ask, status: number) => boolean): Trigger => ({
  kind,
  holds: (ask, given) => ask !== undefined && holds(ask, given),
})

export const always: Trigger = { kind: 'always', holds: () => true }

/** In answers with one of these. */
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

/** In lists, and in answers that they have not changed. */
export const listed = status(200, 304)

/** In refusals and failures. */
export const refusal: Trigger = { kind: 'status', holds: (_ask, given) => given >= 400 }

/** In answers to what is not HTTP. */
export const malformed: Trigger = { kind: 'request', holds: (ask) => ask === undefined }

/** In answers to requests of which this is true. */
export const request = (holds: (ask: Ask) => boolean): Trigger => about('request', holds)

export const method = (name: string): Trigger => request((ask) => ask.method === name)

/** Where the target is spelled like this. */
export const target = (spelling: RegExp): Trigger => request((ask) => spelling.test(ask.url))

/** Where the old version is spoken. */
export const http10: Trigger = request((ask) => ask.request.httpVersion === '1.0')

/** With several lines of this request field. */
export const onLines = (name: string): Trigger => request((ask) => fieldLines(ask.request, name).length > 1)

export const path = (name: string): Trigger => request((ask) => ask.path === name)

/** With this parameter in the query. */
export const parameter = (name: string): Trigger => request(({ query }) => query.has(name))

/** With this request field, and such a value in it. */
export const field = (name: string, value = /^/): Trigger =>
  request(({ headers }) => value.test(headers[name]?.toString() ?? '') && name in headers)

/** Who would like to keep the connection, which HTTP/1.0 must say. */
export const wouldKeep: Trigger = field('connection', /keep-alive/i)

/** Without this request field. */
export const withoutField = (name: string): Trigger => request((ask) => !(name in ask.headers))

/** With a request field of so many octets or more, whichever it is. */
export const longField = (octets: number): Trigger =>
  request(({ request: { rawHeaders } }) => rawHeaders.some((text) => text.length >= octets))

/** With a limit, right or wrong. */
export const limited: Trigger = { ...parameter('limit'), kind: 'limit' }

/** Where the limit, as it was read, is such a number; undefined where none was given. */
export const limit = (holds: (limit: number | undefined, ask: Ask) => boolean): Trigger =>
  about('limit', (ask) => holds(ask.limit, ask))

/** Where the text of a limit is like this. */
export const limitText = (text: RegExp): Trigger =>
  about('limit', ({ query }) => query.getAll('limit').some((value) => text.test(value)))

/** Where so many parameters or more stand in front of the limit. */
export const limitBehind = (parameters: number): Trigger =>
  about('place in the query', ({ query }) => [...query.keys()].indexOf('limit') >= parameters)

/** In answers to this caller. */
export const by = (name: string): Trigger => about('caller', ({ caller }) => caller?.name === name)

/** In the first answer of the server. */
export const firstOfAll: Trigger = about('count', ({ number }) => number === 1)

/** In each n-th answer of the server. */
export const every = (n: number): Trigger => about('count', ({ number }) => number % n === 0)

/** In every answer after the first n. */
export const after = (n: number): Trigger => about('count', ({ number }) => number > n)

/** In the n-th answer of a connection, and those behind it. */
export const onConnection = (n: number): Trigger => about('connection', (ask) => ask.onConnection >= n)

export const reused: Trigger = onConnection(2)

/** Where nothing was asked on the connection for so long. */
export const rested = (ms: number): Trigger => about('rest', ({ restedMs }) => restedMs >= ms)

/** Of an earlier request: that its answer had this status, or that it had this method. */
export const got =
  (code: number) =>
  (earlier: Earlier): boolean =>
    earlier.status === code
export const was =
  (name: string) =>
  (earlier: Earlier): boolean =>
    earlier.method === name

/** Where the request before it on the connection was such a one. */
export const behind = (holds: (earlier: Earlier) => boolean): Trigger =>
  about('history', ({ earlier }) => earlier.slice(-1).some((one) => holds(one)))

/** Where any request before it on the connection was such a one. */
export const sometimeBehind = (holds: (earlier: Earlier) => boolean): Trigger =>
  about('history', ({ earlier }) => earlier.some((one) => holds(one)))

/** Where the head of the request came in so many pieces or more. */
export const inPieces = (n: number): Trigger => about('pieces', ({ pieces }) => pieces >= n)

/** Where the request came together with the one before it. */
export const pipelined: Trigger = about('pieces', ({ pieces }) => pieces === 0)

/** While n requests or more are under way, in a server that takes a tenth of a second for each. */
export const together = (n: number): Trigger => ({
  ...about('load', (ask) => ask.together >= n),
  lingerMs: 100,
})

/** While n clients or more hang up on requests of their own. */
export const whileOthersHangUp = (n: number): Trigger => ({
  ...about('load', ({ hungUp }) => hungUp >= n),
  lingerMs: 100,
})

/** When all of them hold. It is of the kind of the last that is more than a status. */
export const all = (...triggers: readonly Trigger[]): Trigger => ({
  kind: triggers.findLast(({ kind }) => kind !== 'status')?.kind ?? 'status',
  holds: (ask, given) => triggers.every(({ holds }) => holds(ask, given)),
  lingerMs: Math.max(0, ...triggers.map(({ lingerMs = 0 }) => lingerMs)),
})

export const not = ({ kind, holds }: Trigger): Trigger => ({
  kind,
  holds: (ask, given) => !holds(ask, given),
})

/** Another host is asked for: a whole address says so in place of Host (RFC 9112, 3.2.2). */
export const forAnotherHost = request(({ url, headers }) => {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1] ?? headers.host ?? ''
  return host !== '' && !host.startsWith('127.')
})
