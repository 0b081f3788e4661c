/** Whatever is asked for: how requests arrive, how clients leave, and how connections rest changes nothing about responses. */
import {
  type Abandon,
  inGroups,
  inTurn,
  placesEvery,
  type Session,
  type Step,
  type Wanted,
} from '@plant-store/raw-http'
import type { AnyOracle } from '../oracle/any-oracle.ts'
import { type Player, widest } from './run/player.ts'

/** Requests of many kinds, right and wrong, and who plays them. */
export interface OfKinds {
  readonly player: Player<AnyOracle>
  readonly kinds: readonly Wanted[]
}

/** Clients leave at every n-th byte; each seed picks different ones. */
const stride = { quick: 11, standard: 3, deep: 1 } as const

const ways = ['reset', 'close', 'half-close'] as const

/** A service takes some time for a response. Right after the last byte, clients leave before it has begun. */
export const atWorkMs = 3

/** A few clients of one caller leave, at whatever byte and in whatever way, then another caller asks. */
export function clientAborts({ player, kinds }: OfKinds): readonly Session[] {
  const { budget, seed } = player.subject
  const step = stride[budget]
  const leaving = kinds.slice(0, 6).flatMap(({ request: abandon }, kind): readonly Abandon[] => {
    const text = player.bytesOf(abandon)
    const parts = placesEvery(step, text).map((place, index): Abandon => {
      const bytes = place === 0 ? 0 : Math.min(text.length - 1, place + ((seed - 1) % step))
      return { abandon, bytes, by: ways[(index + kind) % ways.length] ?? 'reset' }
    })
    // A client that half-closes still gets a response, perhaps somebody else's, and nobody sees it.
    const whole = ways.slice(0, 2).flatMap((by): Abandon[] => [
      { abandon, bytes: text.length, by },
      { abandon, bytes: text.length, by, afterMs: atWorkMs },
    ])
    return parts.concat(whole)
  })
  const { oracle } = player
  const right = kinds.filter(({ request }) => oracle.analyse(request).faults.length === 0)
  const asks = right.length === 0 ? kinds : right
  return inGroups(leaving, 4).map((group, index): Session => {
    const last = group.slice(-1).map(({ abandon }) => oracle.analyse(abandon).caller)
    // What a client leaves behind shows in somebody else's list.
    const others = right.filter((one) => ![undefined, ...last].includes(oracle.analyse(one.request).caller))
    const then = [0, 1].flatMap((next) => asks[(index + next) % asks.length] ?? [])
    const first = others.concat(then).slice(0, 1)
    return inTurn(first).concat(group, inTurn(first.concat(first, then)))
  })
}

const endsOfLines = (text: string): readonly number[] =>
  [...text.matchAll(/\r\n/g)].flatMap(({ index }) => [index + 1, index + 2])

/** Each kind byte by byte, and cut within and behind its line ends; some in two pieces, cut at every few bytes. */
export function inPieces({ player, kinds: all }: OfKinds): readonly Session[] {
  const kinds = all
    .map((ask) => ({ ask, text: player.bytesOf(ask.request) }))
    .filter(({ text }) => text.length < 1000)
  const whole = kinds.flatMap(({ ask, text }) =>
    [placesEvery(1, text), endsOfLines(text)].map((cut): Session => [{ ask, cut }]),
  )
  return whole.concat(
    kinds.slice(0, 3).map(({ ask, text }) => placesEvery(5, text).map((at) => ({ ask, cut: [at] }))),
  )
}

/** The last rest is longer than the five seconds after which many services close an idle connection. */
const restsMs = { quick: [700, 3000, 5300], standard: [700, 3000, 7000], deep: [700, 3000, 30_000] } as const

/** After a request of each kind the connection rests, then carries another kind, whole or in pieces; one stays busy. */
export function resting({ player, kinds: all }: OfKinds): readonly Session[] {
  const kinds = all.filter(
    ({ request }, index) => index < 12 || request.method === 'HEAD' || request.body !== undefined,
  )
  const rested = restsMs[player.subject.budget].flatMap((restMs) =>
    kinds.map((ask, index): Session => {
      const next = kinds[(index + 1) % kinds.length] ?? ask
      const isCut = (index + restMs / 100) % 2 === 0 && next.request.body === undefined
      return [{ ask }, { restMs }, { ask: next, ...(isCut && { cut: [25, 60] }) }, { ask }]
    }),
  )
  // Longer than three seconds.
  const busy = kinds.slice(0, 9).flatMap((ask): Session => [{ ask }, { ask }, { restMs: 400 }, { ask }])
  return [...rested, busy]
}

/**
 * A fast service is sent this many sessions at a time, since they are idle most of the time. Afterwards all of them go on
 * at once: a slow one gets no more than it answers in time.
 */
export const restingAtATime = (width: number): number => (width < widest ? width : 100)

/** A service may well close a connection on which nothing has come for longer than two seconds: it is then opened anew. */
const quietMs = { quick: 1600, standard: 3000, deep: 6000 } as const

/** For a while nothing is sent, though clients are connected: a service may put away what it needs for the next request. */
export const quiet = ({ player, kinds }: OfKinds): readonly Session[] =>
  kinds.slice(0, 3).map((ask) => [{ restMs: quietMs[player.subject.budget] }, { ask }, { ask }])

/** Longer than it takes to send a lost segment again. */
const lateMs = 400

/** A part of a request arrives late: it is cut within a line, after the header, or within content. The first is the plain one. */
export function late({ player, kinds }: OfKinds): readonly Session[] {
  const [ask] = kinds
  if (ask === undefined) return []
  const cutOnce = kinds.flatMap((one): readonly Session[] => {
    const { length } = player.bytesOf(one.request)
    const body = one.request.body?.length ?? 2
    return [20, length - body, length - 1].map((at) => [{ ask: one, cut: [at], pauseMs: lateMs }, { ask }])
  })
  const first: Step = { ask, wait: false, withNext: true }
  return [
    [first, { ask, cut: [20], pauseMs: lateMs }, { ask }],
    ...cutOnce,
    // Two requests in one piece, and then one after the other for longer than five seconds, without a rest between them.
    // Most of the time a request has begun so long ago that the service can't mean to end an idle connection.
    [first, { ask }, ...Array.from({ length: 5 }, (): Step => ({ ask, cut: [20], pauseMs: 3 * lateMs }))],
  ]
}

const lengths = { quick: 240, standard: 600, deep: 3000 } as const

/** The first of its requests is repeated this often: what a service then keeps for the connection is wrong for the next caller. */
const repeats = 40

/** Right requests of several callers, so that the connection lasts, with a refusal now and then. */
export function longConnection({ player, kinds: all }: OfKinds): readonly Session[] {
  const kinds = all.filter(({ request }) => {
    const { owed, faults } = player.oracle.analyse(request)
    const isShort = faults.length === 0 || request.body === undefined
    return owed === 'a response' && request.bytes === undefined && isShort
  })
  const length = repeats + lengths[player.subject.budget]
  const at = (index: number): number => (Math.max(0, index - repeats) * 7) % kinds.length
  return [inTurn(Array.from({ length }, (_, index) => kinds[at(index)] ?? []).flat())]
}
