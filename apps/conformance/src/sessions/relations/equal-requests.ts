/** Equal requests get equal answers: one after the other, together, and much later. */
import type { Answer } from '../../exchange.ts'
import { quoteApart } from '../../quote.ts'
import { normalizeField, normalizeContent } from '../../oracle/normalize-field.ts'
import { FirstOnes, type Relation } from './relation.ts'

export function equalRequests(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'equal-requests-equal-answers',
    see: ({ sent, answer, analysis: { alsoFine }, key }) => {
      // Where several answers are fine, equal requests may get different ones.
      if (alsoFine.some((status) => status !== 304)) return undefined
      const print = fingerprint(answer)
      const known = first.meet(key, print, sent)
      if (known === undefined) return undefined
      if (known.text === print) return 'kept'
      const [came, before] = quoteApart(print, known.text)
      return { came: `${came}; before, it was ${before}`, due: 'the same answer again', isChange: true }
    },
  }
}

/**
 * A text that is equal for equal answers. A list is compared octet by octet, with its tag; a refusal by its number: its
 * message is for people, and its wording may vary each time.
 */
function fingerprint(answer: Answer): string {
  const { status } = answer
  const body = normalizeContent(answer)
  return JSON.stringify(
    status < 400 ? [status, body, normalizeField(answer, 'ETag')] : [status, numberOf(body)],
  )
}

const numberOf = (body: string): string | undefined => /"error"\s*:\s*(-?\d+)/.exec(body)?.[1]
