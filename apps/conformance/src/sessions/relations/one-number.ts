/** One `error` number for each cause, and one cause for each number. */
import { isPlantStoreError } from '@plant-store/contracts/validators'
import type { Knowledge } from '../../oracle/knowledge.ts'
import { FirstOnes, type Relation, type Seen } from './relation.ts'

/** Causes that the contract tells apart, by the rule that such a request breaks. */
const causeOf: Readonly<Record<string, string>> = {
  'no-token-401': 'no token',
  'refused-token-401': 'a token that is not accepted',
  'wrong-request-400': 'a wrong parameter',
  'token-not-in-query': 'a token in the query',
  'no-other-path': 'an unknown path',
  'other-methods-405': 'a method that is not allowed',
  'malformed-request-400': 'a malformed request',
}

export function oneNumber(knowledge: Knowledge): Relation {
  const numbers = new FirstOnes()
  const causes = new FirstOnes()
  return {
    rule: 'one-number-per-cause',
    see: (seen) => {
      const { sent } = seen
      const cause = causeIn(seen)
      const { value } = knowledge.read(seen.answer)
      if (cause === undefined || !isPlantStoreError(value)) return undefined
      const number = String(value.error)
      const [one, other] = [numbers.meet(cause, number, sent), causes.meet(number, cause, sent)]
      if (one !== undefined && one.text !== number) {
        return { came: `error ${number}`, due: `${one.text}, as before for ${cause}`, earlier: one.sent }
      }
      if (other !== undefined && other.text !== cause) {
        return {
          came: `error ${number} for ${cause}`,
          due: `another number: this one stood for ${other.text} before`,
          earlier: other.sent,
        }
      }
      return one === undefined ? undefined : 'kept'
    },
  }
}

/** Undefined where another cause might have been reported, or where there are two. */
function causeIn({ answer, analysis: { faults, alsoFine } }: Seen): string | undefined {
  const [fault, ...more] = faults
  const isDue = fault?.statuses.length === 1 && fault.statuses.includes(answer.status)
  return isDue && more.length === 0 && !alsoFine.includes(answer.status)
    ? causeOf[fault.statusRule]
    : undefined
}
