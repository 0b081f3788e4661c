/** Triggers that look past one connection: at the clock, and at all earlier requests to the server. */
import { about, request, type Trigger } from './triggers.ts'
import type { Ask, Earlier } from './server/ask.ts'

/** For the first `shortMs` milliseconds of each span of `spanMs`, except the first span. */
export const now = (shortMs: number, spanMs: number): Trigger =>
  about('clock', ({ ageMs }) => ageMs > spanMs && ageMs % spanMs < shortMs)

/** Where no request came for at least this long. */
export const quiet = (ms: number): Trigger =>
  about('rest', ({ all, number, ageMs }) => number > 1 && ageMs - (all[number - 2]?.atMs ?? 0) >= ms)

/** On a connection that is at least this old. */
export const grownOld = (ms: number): Trigger =>
  about('connection', ({ connection }) => connection.ageMs >= ms)

/** In the first request of a connection that was opened at least this long before. */
export const lateFirst = (ms: number): Trigger =>
  about('rest', ({ connection, onConnection }) => onConnection === 1 && connection.ageMs >= ms)

/** On connections whose number satisfies `holds`. */
export const connectionNumber = (holds: (number: number) => boolean): Trigger =>
  about('connection', ({ connection }) => holds(connection.number))

/** While at least this many connections are open. */
export const crowded = (connections: number): Trigger => about('load', ({ open }) => open() >= connections)

/** Where the requests right before it on its connection satisfy these `steps`, in this order. */
export const behindAll = (...steps: readonly ((earlier: Earlier) => boolean)[]): Trigger =>
  about('history', ({ earlier }) => {
    const last = earlier.slice(-steps.length)
    return (
      last.length === steps.length && steps.every((holds, at) => last[at] !== undefined && holds(last[at]))
    )
  })

/** Where the request right before it, on any connection, satisfies `holds`. */
export const behindAnywhere = (holds: (earlier: Earlier, ask: Ask) => boolean): Trigger =>
  about('history', (ask) => {
    const before = ask.all[ask.number - 2]
    return before !== undefined && holds(before, ask)
  })

/** The requests before it, on any connection. */
export const before = ({ all, number }: Ask): readonly Earlier[] => all.slice(0, number - 1)

/** The requests before it from the same caller, on any connection. */
export const ofCaller = (ask: Ask): readonly Earlier[] =>
  before(ask).filter((one) => one.headers.authorization === ask.headers.authorization)

/** Whether the same caller sent that earlier request. */
export const isSameCaller = (one: Earlier | undefined, { headers }: Ask): boolean =>
  one !== undefined &&
  headers.authorization !== undefined &&
  one.headers.authorization === headers.authorization

/** Whether each of the last `count` requests satisfies `isLike`. */
export const inARow = (all: readonly Earlier[], count: number, isLike: (one: Earlier) => boolean): boolean =>
  all.length >= count && all.slice(-count).every((one) => isLike(one))

/** Where the octets that came since the last answer on its connection match this pattern. */
export const octets = (form: RegExp): Trigger => request(({ came }) => form.test(came()))
