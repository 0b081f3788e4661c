/** Triggers: when a fault shows. Most faults always show; the others are why one look at a service is not enough. */
import type { Ask, Earlier } from './server/ask.ts'

/** Whether the response with this status goes wrong. Without an ask, there was no request that could be read. */
export interface Trigger {
  readonly holds: (ask: Ask | undefined, status: number) => boolean
  /** A pause before each response, in milliseconds, so that requests are certain to overlap. */
  readonly lingerMs?: number
}

/** In responses with one of these statuses. */
export const status = (...statuses: readonly number[]): Trigger => ({
  holds: (_ask, given) => statuses.includes(given),
})

export const is200 = status(200)
export const is304 = status(304)
export const is400 = status(400)
export const is401 = status(401)
export const is404 = status(404)
export const is405 = status(405)

/** In lists, and in responses that a list has not changed. */
export const listed = status(200, 304)

/** In refusals and failures. */
export const refusal: Trigger = { holds: (_ask, given) => given >= 400 }

/** In responses to input that is not HTTP. */
export const malformed: Trigger = { holds: (ask) => ask === undefined }

/** When all of them hold. */
export const all = (...triggers: readonly Trigger[]): Trigger => ({
  holds: (ask, given) => triggers.every(({ holds }) => holds(ask, given)),
  lingerMs: Math.max(0, ...triggers.map(({ lingerMs = 0 }) => lingerMs)),
})

export const not = (trigger: Trigger): Trigger => ({
  ...trigger,
  holds: (ask, given) => !trigger.holds(ask, given),
})

/** In responses to requests that satisfy `holds`. */
export const request = (holds: (ask: Ask) => boolean): Trigger => ({
  holds: (ask) => ask !== undefined && holds(ask),
})

export const method = (name: string): Trigger => request((ask) => ask.method === name)

export const path = (name: string): Trigger => request((ask) => ask.path === name)

/** Where the request target matches this pattern. */
export const target = (spelling: RegExp): Trigger => request((ask) => spelling.test(ask.url))

/** With this parameter in the query. */
export const parameter = (name: string): Trigger => request(({ query }) => query.has(name))

/** With a limit, right or wrong. */
export const limited: Trigger = parameter('limit')

/** Where the text of a limit matches this pattern. */
export const limitText = (text: RegExp): Trigger =>
  request(({ query }) => query.getAll('limit').some((value) => text.test(value)))

/** Where the client speaks HTTP/1.0. */
export const http10: Trigger = request((ask) => ask.request.httpVersion === '1.0')

/** With this header field, and a value of it that matches the pattern. */
export const field = (name: string, value = /^/): Trigger =>
  request(({ headers }) => value.test(headers[name]?.toString() ?? '') && name in headers)

/** Without this header field. */
export const withoutField = (name: string): Trigger => request((ask) => !(name in ask.headers))

/** Where the client asks to keep the connection; a client of HTTP/1.0 has to ask. */
export const wouldKeep: Trigger = field('connection', /keep-alive/i)

/** The request is for another host: a target in absolute form names it in place of Host (RFC 9112, 3.2.2). */
export const forAnotherHost = request(({ url, headers }) => {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1] ?? headers.host ?? ''
  return host !== '' && !host.startsWith('127.')
})

/** In responses to this caller. */
export const by = (name: string): Trigger => request(({ caller }) => caller?.name === name)

/** In every n-th response of the server. */
export const every = (n: number): Trigger => request(({ number }) => number % n === 0)

/** In the n-th response on a connection, and those after it. */
export const onConnection = (n: number): Trigger => request((ask) => ask.onConnection >= n)

export const reused: Trigger = onConnection(2)

/** On a connection that is at least this old. */
export const grownOld = (ms: number): Trigger => request(({ connection }) => connection.ageMs >= ms)

/** Where no request came on the connection for at least this long. */
export const rested = (ms: number): Trigger => request(({ restedMs }) => restedMs >= ms)

/** Where no request came at all for at least this long. */
export const quiet = (ms: number): Trigger =>
  request(({ all: requests, number, ageMs }) => number > 1 && ageMs - (requests[number - 2]?.atMs ?? 0) >= ms)

/** Where the head of the request came in at least this many pieces. */
export const inPieces = (n: number): Trigger => request(({ pieces }) => pieces >= n)

/** Where the request came together with the one before it. */
export const pipelined: Trigger = request(({ pieces }) => pieces === 0)

/** While at least n requests are under way, in a server that takes a tenth of a second for each. */
export const together = (n: number): Trigger => ({
  ...request((ask) => ask.together >= n),
  lingerMs: 100,
})

/** Something about an earlier request. */
type Look = (earlier: Earlier) => boolean

/** Whether its response had this status. */
export const got =
  (code: number): Look =>
  (earlier) =>
    earlier.status === code

/** Whether it had this method. */
export const was =
  (name: string): Look =>
  (earlier) =>
    earlier.method === name

/** Where the requests right before it on its connection satisfy these `steps`, in this order. */
export const behind = (...steps: readonly Look[]): Trigger =>
  request(({ earlier }) => {
    const last = earlier.slice(-steps.length)
    return last.length === steps.length && last.every((one, at) => steps[at]?.(one) === true)
  })

/** Where any request before it on the connection satisfies `look`. */
export const sometimeBehind = (look: Look): Trigger =>
  request(({ earlier }) => earlier.some((one) => look(one)))

/** Where the request right before it, on any connection, satisfies `look`. */
export const behindAnywhere = (look: Look): Trigger =>
  request((ask) =>
    before(ask)
      .slice(-1)
      .some((one) => look(one)),
  )

/** The requests before it, on any connection. */
export const before = ({ all: requests, number }: Ask): readonly Earlier[] => requests.slice(0, number - 1)

/** Whether the same caller sent that earlier request. */
export const isSameCaller = (one: Earlier | undefined, { headers: { authorization } }: Ask): boolean =>
  authorization !== undefined && one?.headers.authorization === authorization
