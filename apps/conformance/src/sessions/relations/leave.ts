/** A client that leaves, at whatever octet and in whatever way, changes nothing for others. */
import { type Abandon, inGroups, type Session } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import type { Setting } from '../draft.ts'
import { kindsOf } from '../kinds.ts'

/** Clients leave at every n-th octet; each seed picks different ones. */
const stride = { quick: 11, standard: 3, deep: 1 } as const

const ways = ['reset', 'close', 'half-close'] as const

/** A service takes some time for an answer. Right after the last octet, clients leave before it has begun. */
export const atWorkMs = 3

/** A few clients of one caller leave, then another caller asks; two callers take turns. */
export function leavers({ runner, operation }: Setting): readonly Session[] {
  const kinds = kindsOf(runner, operation)
  const askers = kinds.filter(({ request }) => runner.oracle.analyse(request).faults.length === 0)
  const asks = askers.length === 0 ? kinds : askers
  const { budget, seed } = runner.subject
  const step = stride[budget]
  const shift = (seed - 1) % step
  const leaving = kinds.slice(0, 6).flatMap(({ request: abandon }, kind): readonly Abandon[] => {
    const { length } = runner.octetsOf(abandon)
    // A client that half-closes still gets an answer, perhaps somebody else's, and nobody sees it.
    const whole = ways.slice(0, 2).flatMap((by): readonly Abandon[] => {
      const leaves = { abandon, octets: length, by }
      return [leaves, { ...leaves, afterMs: atWorkMs }]
    })
    const places = Array.from({ length: Math.ceil(length / step) }, (_, index) =>
      Math.min(length - 1, index * step + (index > 0 ? shift : 0)),
    )
    const parts = places.map((octets, index): Abandon => ({
      abandon,
      octets,
      by: ways[(index + kind) % ways.length] ?? 'reset',
    }))
    return parts.concat(whole)
  })
  const callerOf = (request: SentRequest | undefined): number | undefined =>
    request && runner.oracle.analyse(request).caller
  return inGroups(leaving, 4).map((group, index): Session => {
    const last = callerOf(group.at(-1)?.abandon)
    // What a client leaves behind shows in somebody else's list.
    const other = askers.find(({ request }) => ![undefined, last].includes(callerOf(request)))
    const then = [0, 1].flatMap((next) => asks.slice((index + next) % asks.length).slice(0, 1))
    const first = other === undefined ? then.slice(0, 1) : [other]
    return [first, group, first, first, then].flatMap((steps): Session =>
      steps.map((one) => ('abandon' in one ? one : { ask: one })),
    )
  })
}
