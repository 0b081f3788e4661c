/** Whom a change of the valid values breaks: that depends on who sends them. */
import { asksOfImplementers, breaksBoth, breaksConsumers, type Change } from './change.ts'
import type { Effect } from './keywords.ts'
import { type Compare, spotOf, valuesAs } from './members.ts'
import type { Spot } from '../document/spot.ts'

/** Who sends the values. */
export type Direction = 'request' | 'response'

const reasons: Readonly<Record<Direction, Readonly<Record<Effect, string>>>> = {
  request: {
    narrowed: 'Consumers may send values today that will be refused.',
    widened: 'Services refuse values today that they will have to accept.',
    other:
      'Consumers may send values today that will be refused, and services refuse some that they will have to accept.',
  },
  response: {
    narrowed: 'Services may send values today that will not be allowed.',
    widened: "Consumers may get values that they don't expect today.",
    other:
      "Consumers may get values that they don't expect today, and services may send some that will not be allowed.",
  },
}

/** A client of the old contract may fail with a service of the new one, or the other way round. */
export function tellEffect(direction: Direction, effect: Effect, spot: Spot, says: string): Change {
  const isForConsumers = (direction === 'request') === (effect === 'narrowed')
  const tell = effect === 'other' ? breaksBoth : isForConsumers ? breaksConsumers : asksOfImplementers
  return tell(spot, says, reasons[direction][effect])
}

/** Compares `required` of a parameter, a body or a header: absent means false. */
export const compareRequired =
  (direction: Direction): Compare =>
  (pair) => {
    const [before, now] = valuesAs(pair, (value) => value === true)
    if (before === now) return []
    const [always, maybe] =
      direction === 'request' ? ['required', 'optional'] : ['always there', 'optional: it may be absent']
    const says = now ? `It is ${always}, was ${maybe}.` : `It is ${maybe}, was ${always}.`
    return [tellEffect(direction, now ? 'narrowed' : 'widened', spotOf(pair), says)]
  }
