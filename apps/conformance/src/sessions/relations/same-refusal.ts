/** Every reason to refuse a credential looks the same: no guesser learns why. */
import type { Answer } from '../../exchange.ts'
import { valuesOf } from '../../http/fields.ts'
import { quoteApart } from '../../oracle/examination.ts'
import { FirstOnes, type Relation } from './relation.ts'

export function sameRefusal(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'same-refusal-for-every-reason',
    see: ({ sent, answer, analysis: { operation, faults, isHead } }) => {
      const { request } = sent
      const isPlain = request.octets === undefined && request.fields.every(([name]) => usual.test(name))
      const isSent = valuesOf(request, 'authorization').some((value) => value.trim() !== '')
      const isRefused = faults[0]?.statusRule === 'refused-token-401' && answer.status === 401
      if (!isPlain || !isSent || !isRefused || isHead) return undefined
      const text = textOf(answer)
      const known = first.meet(operation?.operationId ?? '', text, sent)
      if (known === undefined) return undefined
      if (known.text === text) return 'kept'
      const [came, before] = quoteApart(text, known.text)
      return { came, due: `the same as for another credential: ${before}`, earlier: known.sent }
    },
  }
}

const usual = /^(?:host|accept|authorization)$/i

/** Fields that are of one answer alone, or of its connection. */
const own = /^(?:date|x-request-id|connection|keep-alive|age|server-timing|x-response-time|x-runtime)$/i

/** Names and values of all other fields, and the body. */
function textOf({ fields, body }: Answer): string {
  const lines = fields
    .filter(([name]) => !own.test(name))
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
  return [...lines.toSorted(), '', body.toString('utf8')].join('\n')
}
