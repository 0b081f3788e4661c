/** Connections that rest for a while, or carry hundreds of requests, behave like new ones. */
import { setTimeout } from 'node:timers/promises'
import { inTurn, type Session, type Wanted } from '@plant-store/raw-http'
import type { Setting } from '../draft.ts'
import { kindsOf } from '../kinds.ts'
import { inTime } from '../measure-pace.ts'
import { type Pace, widest } from '../pace.ts'
import { forEachSetting } from '../setting.ts'
import { sortedValues } from '../sorted-values.ts'

/** The last rest is longer than the five seconds after which many services close an idle connection. */
const restsMs = { quick: [700, 3000, 5300], standard: [700, 3000, 7000], deep: [700, 3000, 30_000] } as const

/** After a request of each kind the connection rests, then carries another kind, whole or in pieces; one stays busy. */
export function resting({ runner, operation }: Setting): readonly Session[] {
  const all = kindsOf(runner, operation)
  const unusual = all
    .slice(12)
    .filter(({ request }) => request.method === 'HEAD' || request.body !== undefined)
  const kinds = [...all.slice(0, 12), ...unusual]
  const rested = restsMs[runner.subject.budget].flatMap((restMs) =>
    kinds.map((ask, index): Session => {
      const next = kinds[(index + 1) % kinds.length] ?? ask
      const inPieces = (index + restMs / 100) % 2 === 0 && next.request.body === undefined
      return [{ ask }, { restMs }, { ask: next, ...(inPieces && { cut: [25, 60] }) }, { ask }]
    }),
  )
  return [...rested, busy(kinds)]
}

/**
 * A fast service is sent this many sessions at a time, since they are idle most of the time. Afterwards all of them go on
 * at once: a slow one gets no more than it answers in time.
 */
export const restingAtATime = ({ width }: Pace): number => (width < widest ? width : 100)

/** Stays busy for longer than three seconds. */
const busy = (kinds: readonly Wanted[]): Session =>
  kinds.slice(0, 9).flatMap((ask) => [{ ask }, { ask }, { restMs: 400 }, { ask }])

/** A service may well close a connection on which nothing has come for longer than two seconds: it is then opened anew. */
const quietMs = { quick: 1600, standard: 3000, deep: 6000 } as const

/**
 * While nobody asks for anything, a service may put away what it needs for the next request; a connected client may
 * keep the service waiting for its first one.
 */
function quiet({ runner, operation }: Setting): readonly Session[] {
  const rest = { restMs: quietMs[runner.subject.budget] }
  return kindsOf(runner, operation)
    .slice(0, 3)
    .map((ask) => [rest, { ask }, { ask }])
}

/** To make the requests first would keep the clients from resting for so long: a third of a second. */
const connectingMs = 100

/**
 * Nothing is sent for a while. The other judges, two of which take seconds to start, then have the service to
 * themselves, and this one makes what later stages send.
 */
export const quietServices = forEachSetting('quiet services', async (place) => {
  // By then the clients are connected, and rest.
  const later = setTimeout(connectingMs).then(() => sortedValues(place))
  await Promise.all([place.runner.run(quiet(place)), later])
})

export const longConnectionName = 'successions on one connection'

const lengths = { quick: 240, standard: 600, deep: 3000 } as const

/** The first of its requests is repeated this often: what a service then keeps for the connection is wrong for the next caller. */
const repeats = 40

/** Right requests of several callers, so that the connection lasts, with a refusal now and then. */
export async function longConnection({ runner, operation }: Setting): Promise<Session> {
  const kinds = kindsOf(runner, operation).filter(({ request }) => {
    const { owed, faults } = runner.oracle.analyse(request)
    return (
      owed === 'an answer' &&
      request.octets === undefined &&
      (faults.length === 0 || request.body === undefined)
    )
  })
  const length = lengths[runner.subject.budget]
  const asks = Array.from(
    { length: repeats + length },
    (_, index) => kinds[(Math.max(0, index - repeats) * 7) % kinds.length],
  )
  return inTurn(
    await inTime(
      runner,
      longConnectionName,
      asks.filter((ask) => ask !== undefined),
    ),
  )
}
