/** Every reason to refuse a credential looks the same: no guesser learns why. */
import { valuesOf } from '../../http/fields.ts'
import { quoteApart } from '../../oracle/examination.ts'
import { Chance } from './chance.ts'
import { FirstOnes, type Relation, type Seen } from './relation.ts'

export function sameRefusal(): Relation {
  const first = new FirstOnes()
  const chance = new Chance()
  return {
    rule: 'same-refusal-for-every-reason',
    see: (seen) => {
      if (!isRefusedToken(seen)) return undefined
      const { sent, answer, analysis } = seen
      chance.learn(sent, answer)
      const known = first.meet(analysis.operation?.operationId ?? '', '', sent)
      if (known === undefined || !chance.isKnown || 'noResponse' in known.sent.outcome) return undefined
      const [text, due] = [chance.textOf(answer), chance.textOf(known.sent.outcome)]
      if (text === due) return 'kept'
      const [came, before] = quoteApart(text, due)
      return { came, due: `the same as for another credential: ${before}`, earlier: known.sent }
    },
  }
}

/** Something was sent for a credential, plainly, and is not accepted. */
function isRefusedToken({ sent: { request }, answer, analysis: { faults, isHead } }: Seen): boolean {
  const isPlain = request.octets === undefined && request.fields.every(([name]) => usual.test(name))
  const isSent = valuesOf(request, 'authorization').some((value) => value.trim() !== '')
  return (
    isPlain && isSent && !isHead && faults[0]?.statusRule === 'refused-token-401' && answer.status === 401
  )
}

const usual = /^(?:host|accept|authorization)$/i
