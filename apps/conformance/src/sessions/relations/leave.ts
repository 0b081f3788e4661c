/** A client that leaves, at whichever octet and however, changes nothing for others. */
import { inGroups, type Session, type Step } from '../../http/session.ts'
import type { Setting } from '../draft.ts'
import { kindsOf } from '../kinds.ts'

/** Clients leave at every n-th octet. */
const stride = { quick: 11, standard: 3, deep: 1 } as const

const ways = ['reset', 'close', 'half-close'] as const

/** Of two callers, in turn, a few leave; then the other asks. */
export function leavers({ runner, operation }: Setting): readonly Session[] {
  const kinds = kindsOf(runner, operation)
  const askers = kinds.filter(({ request }) => runner.oracle.analyse(request).faults.length === 0)
  const asks = askers.length === 0 ? kinds : askers
  const leaving = kinds.slice(0, 6).flatMap(({ request }, kind): readonly Step[] => {
    const { length } = runner.octetsOf(request)
    return Array.from({ length: Math.ceil(length / stride[runner.subject.budget]) + 1 }, (_, index) => ({
      abandon: request,
      octets: Math.min(length, index * stride[runner.subject.budget]),
      by: ways[(index + kind) % ways.length] ?? 'reset',
    }))
  })
  return inGroups(leaving, 4).map((group, index): Session => {
    const ask = asks[index % asks.length]
    const then = asks.slice(0, 2).map((one): Step => ({ ask: one }))
    return ask === undefined ? group : [{ ask }, group, { ask }, then].flat()
  })
}
