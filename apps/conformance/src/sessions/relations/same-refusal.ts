/** Every refusal of a credential looks the same, whatever its reason: no guesser learns why. */
import { valuesOf } from '@plant-store/raw-http'
import { quoteApart } from '../../quote.ts'
import { isBearers } from '../../oracle/head.ts'
import { Chance } from './chance.ts'
import { FirstOnes, keyWithout, type Relation, type Seen } from './relation.ts'

export function sameRefusal(): Relation {
  const first = new FirstOnes()
  const chance = new Chance()
  return {
    rule: 'same-refusal-for-every-reason',
    see: (seen) => {
      if (!isRefusedToken(seen)) return undefined
      const { sent, answer } = seen
      chance.learn(sent, answer)
      const known = first.meet(keyWithout(/^authorization$/i, sent.request), '', sent)
      if (known === undefined || !chance.isKnown) return undefined
      const [text, due] = [chance.textOf(answer), chance.textOf(known.sent.outcome)]
      if (text === due) return 'kept'
      const [came, before] = quoteApart(text, due)
      return {
        came,
        due: `the same as for another credential: ${before}`,
        earlier: known.sent,
        isToShowAgain: true,
      }
    },
  }
}

/** Whether a token was sent and not accepted: a credential of another scheme may be answered otherwise. */
function isRefusedToken({ sent: { request }, answer, analysis: { faults } }: Seen): boolean {
  const isSent = valuesOf(request, 'authorization').some((value) => isBearers(value))
  return (
    request.octets === undefined &&
    isSent &&
    faults[0]?.statusRule === 'refused-token-401' &&
    answer.status === 401
  )
}
