/** Time and state: what grows with each request. */
import { setTimeout } from 'node:timers/promises'
import { finding } from '../../faults/seeing.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'

const { given, completed } = faultsOf('time and state')

export const growth: readonly Mutant[] = [
  given(
    'growing-list',
    'Every tenth request leaves one plant more in the list.',
    finding((found, { number }) => [...found, ...found.slice(0, Math.floor(number / 10))]),
  ),
  completed('growing-message', 'A message holds all messages before it, without end.', growingMessage),
  given(
    'growing-delay',
    'From the fortieth on, each request takes a second longer than the one before.',
    growingDelay,
  ),
  given(
    'shrinking-list',
    'Every tenth request takes a plant out of the list.',
    finding((found, { number }) => found.slice(0, Math.max(0, found.length - Math.floor(number / 10)))),
  ),
]

function growingMessage({ encodeError }: Steps): Partial<Steps> {
  let all = ''
  return {
    encodeError: (entry, ask) => {
      all += entry.message
      return encodeError({ ...entry, message: all }, ask)
    },
  }
}

function growingDelay({ finish }: Steps): Partial<Steps> {
  return {
    finish: async (reply, ask) => {
      await setTimeout(Math.max(0, Math.min(30, (ask?.number ?? 0) - 40)) * 1000, undefined, { ref: false })
      return finish(reply, ask)
    },
  }
}
