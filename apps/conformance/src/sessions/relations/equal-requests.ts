/** Equal requests get equal answers: one after the other, together, and much later. */
import { hash } from 'node:crypto'
import { toText } from '@plant-store/raw-http'
import { quoteApart } from '../../court/quote.ts'
import { fingerprint } from './fingerprint.ts'
import { FirstOnes, type Relation } from './relation.ts'

export function equalRequests(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'equal-requests-equal-answers',
    see: ({ sent, answer, analysis: { alsoFine } }) => {
      // Where several answers are fine, equal requests may get different ones.
      if (alsoFine.some((status) => status !== 304)) return undefined
      const print = fingerprint(answer)
      const known = first.meet(hash('md5', toText(sent.request)), print, sent)
      if (known === undefined) return undefined
      if (known.text === print) return 'kept'
      const [came, before] = quoteApart(print, known.text)
      return { came: `${came}; before, it was ${before}`, due: 'the same answer again', isChange: true }
    },
  }
}
