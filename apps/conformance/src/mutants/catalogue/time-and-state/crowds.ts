/** Time and state: wrong while several requests are under way. */
import { setTimeout } from 'node:timers/promises'
import { withBody } from '../../ask.ts'
import { asStatus, failing, lingering, replying } from '../../faults/replies.ts'
import { cuttingOff } from '../../faults/writing.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { every, status, together, when } from '../../when.ts'

const { given, completed } = faultsOf('time and state')

const lists200 = status(200)

export const crowds: readonly Mutant[] = [
  given(
    'fails-together-2',
    'A list fails while another request is under way.',
    lingering(failing(500, together(2))),
  ),
  given(
    'fails-together-5',
    'Lists fail while five requests are under way.',
    lingering(failing(500, together(5))),
  ),
  given(
    'refuses-together-8',
    'While eight requests are under way, 429 comes.',
    lingering(asStatus(429, when(lists200, together(8)))),
  ),
  given(
    'shorter-together-3',
    'While three requests are under way, lists miss their last plant.',
    lingering(
      replying(
        (reply) => withBody(reply, String(reply.body).replace(/,\{[^{]*\}\]$/, ']')),
        when(lists200, together(3)),
      ),
    ),
  ),
  given('mixed-together', 'Requests that are under way together get one body.', mixing),
  given('limits-together', 'Requests that are under way together share the last limit.', sharingLimit),
  completed(
    'refusals-together',
    'While requests are under way together, wrong limits are accepted.',
    lingering(acceptingTogether),
  ),
  given(
    'drops-together-6',
    'While six requests are under way, some are cut off.',
    lingering(cuttingOff(when(together(6), every(2)))),
  ),
]

/** Hands out the last body that was written. */
function mixing({ encodeList, finish }: Steps): Partial<Steps> {
  let last: string | Buffer = ''
  return {
    encodeList: (items, ask) => {
      last = encodeList(items, ask)
      return last
    },
    finish: async (reply, ask) => {
      await setTimeout(50)
      return finish(reply.status === 200 ? withBody(reply, last) : reply, ask)
    },
  }
}

function sharingLimit({ decodeLimit, findPlants, cut }: Steps): Partial<Steps> {
  let last: number | undefined
  return {
    decodeLimit: (texts, ask) => {
      last = decodeLimit(texts, ask)
      return last
    },
    findPlants: async (caller, ask) => {
      await setTimeout(50)
      return findPlants(caller, ask)
    },
    cut: (found, _limit, ask) => cut(found, last, ask),
  }
}

function acceptingTogether({ decodeLimit }: Steps): Partial<Steps> {
  return { decodeLimit: (texts, ask) => (ask.together > 1 ? undefined : decodeLimit(texts, ask)) }
}
