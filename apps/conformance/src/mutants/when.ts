/** When a fault shows: always, or now and then, so that one look is not enough. */
import type { Ask } from './ask.ts'

/** Whether to go wrong in the answer with this status; without an ask there was no request. */
export type When = (ask: Ask | undefined, status: number) => boolean

export const always: When = () => true

/** In answers with one of these. */
export const status =
  (...statuses: readonly number[]): When =>
  (_ask, given) =>
    statuses.includes(given)

/** In refusals and failures. */
export const refusal: When = (_ask, given) => given >= 400

/** In each n-th answer of the server. */
export const every =
  (n: number): When =>
  (ask) =>
    ask !== undefined && ask.number % n === 0

/** In every answer after the first n. */
export const after =
  (n: number): When =>
  (ask) =>
    ask !== undefined && ask.number > n

/** In the second answer of a connection, and those behind it. */
export const reused: When = (ask) => ask !== undefined && ask.onConnection > 1

/** While n requests or more are under way. */
export const together =
  (n: number): When =>
  (ask) =>
    ask !== undefined && ask.together >= n

/** In answers to this caller. */
export const by =
  (name: string): When =>
  (ask) =>
    ask?.caller?.name === name

/** In answers to requests with this parameter in the query. */
export const withParameter =
  (name: string): When =>
  (ask) =>
    ask?.query.has(name) ?? false

export const withLimit: When = withParameter('limit')

/** In answers to requests with this header, and such a value in it. */
export const withHeader =
  (name: string, value = /^/): When =>
  (ask) => {
    const sent = ask?.request.headers[name]
    return sent !== undefined && value.test(sent.toString())
  }

export const method =
  (name: string): When =>
  (ask) =>
    ask?.method === name

/** When all of them hold. */
export const when =
  (...conditions: readonly When[]): When =>
  (ask, given) =>
    conditions.every((condition) => condition(ask, given))

export const not =
  (condition: When): When =>
  (ask, given) =>
    !condition(ask, given)
