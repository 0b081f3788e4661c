/** Every refusal of a credential looks the same, whatever its reason: no guesser learns why. */
import { hash } from 'node:crypto'
import { toText, valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { quoteApart } from '../../court/quote.ts'
import { Chance } from './chance.ts'
import { FirstOnes, type Relation, type Seen } from './relation.ts'

export function sameRefusal(): Relation {
  const first = new FirstOnes()
  const chance = new Chance()
  return {
    rule: 'same-refusal-for-every-reason',
    see: (seen) => {
      if (!isRefusedToken(seen)) return undefined
      const { sent, answer } = seen
      chance.learn(sent, answer)
      const known = first.meet(withoutCredential(sent.request), '', sent)
      if (known === undefined || !chance.isKnown || 'noResponse' in known.sent.outcome) return undefined
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

/** Equal for requests that differ only in their credential. */
function withoutCredential(request: SentRequest): string {
  const fields = request.fields.filter(([name]) => !isCredential(name))
  return hash('md5', toText({ ...request, fields }))
}

const isCredential = (name: string): boolean => name.toLowerCase() === 'authorization'

/** Whether something was sent as a credential and was not accepted. */
function isRefusedToken({ sent: { request }, answer, analysis: { faults } }: Seen): boolean {
  const isSent = valuesOf(request, 'authorization').some((value) => value.trim() !== '')
  return (
    request.octets === undefined &&
    isSent &&
    faults[0]?.statusRule === 'refused-token-401' &&
    answer.status === 401
  )
}
