/** Triggers that look past one connection: at the clock, and at all that the server was asked before. */
import { about, request, type Trigger } from './triggers.ts'
import type { Ask, Earlier } from './server/ask.ts'

/** From this age of the server on, in milliseconds. */
export const aged = (ms: number): Trigger => about('clock', ({ ageMs }) => ageMs >= ms)

/** For so many milliseconds at the beginning of each span of so many. */
export const now = (shortMs: number, spanMs: number): Trigger =>
  about('clock', ({ ageMs }) => ageMs > spanMs && ageMs % spanMs < shortMs)

/** Where nobody asked for anything for so long. */
export const quiet = (ms: number): Trigger =>
  about('rest', ({ all, number, ageMs }) => number > 1 && ageMs - (all[number - 2]?.atMs ?? 0) >= ms)

/** On a connection that is so old. */
export const grownOld = (ms: number): Trigger =>
  about('connection', ({ connection }) => connection.ageMs >= ms)

/** In the first request of a connection that was opened so long before. */
export const lateFirst = (ms: number): Trigger =>
  about('rest', ({ connection, onConnection }) => onConnection === 1 && connection.ageMs >= ms)

/** On connections of which this is true of the number. */
export const connectionNumber = (holds: (number: number) => boolean): Trigger =>
  about('connection', ({ connection }) => holds(connection.number))

/** While so many connections are open. */
export const crowded = (connections: number): Trigger => about('load', ({ open }) => open() >= connections)

/** Where the requests right before it on its connection were these, the last one last. */
export const behindAll = (...steps: readonly ((earlier: Earlier) => boolean)[]): Trigger =>
  about('history', ({ earlier }) => {
    const last = earlier.slice(-steps.length)
    return (
      last.length === steps.length && steps.every((holds, at) => last[at] !== undefined && holds(last[at]))
    )
  })

/** Where the request right before it, on whichever connection, was such a one. */
export const behindAnywhere = (holds: (earlier: Earlier, ask: Ask) => boolean): Trigger =>
  about('history', (ask) => {
    const before = ask.all[ask.number - 2]
    return before !== undefined && holds(before, ask)
  })

/** What came before it, on whichever connection. */
export const before = ({ all, number }: Ask): readonly Earlier[] => all.slice(0, number - 1)

/** What came before it from the same caller, on whichever connection. */
export const ofCaller = (ask: Ask): readonly Earlier[] =>
  before(ask).filter((one) => one.headers.authorization === ask.headers.authorization)

/** Whether the caller sent that earlier request, too. */
export const isSameCaller = (one: Earlier | undefined, { headers }: Ask): boolean =>
  one !== undefined &&
  headers.authorization !== undefined &&
  one.headers.authorization === headers.authorization

/** Whether the last of these, so many, are all like this. */
export const inARow = (all: readonly Earlier[], count: number, isLike: (one: Earlier) => boolean): boolean =>
  all.length >= count && all.slice(-count).every((one) => isLike(one))

/** In the n-th request of each caller, and those behind it for which that is said. */
export const ofEachCaller = (holds: (nth: number) => boolean): Trigger =>
  about('count', (ask) => holds(ofCaller(ask).length + 1))

/** Where what came since the last answer on its connection is like this, octet by octet. */
export const octets = (form: RegExp): Trigger => request(({ came }) => form.test(came()))

/** Where the client's port is such a one. */
export const port = (holds: (port: number) => boolean): Trigger =>
  about('connection', ({ socket }) => holds(socket.remotePort ?? 0))
