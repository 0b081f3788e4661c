/** An id that the service makes belongs to one request, provided that the request was read. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import type { Answer, SentRequest } from '../../exchange.ts'
import type { Analysis } from '../../oracle/analysis.ts'
import { FirstOnes, type Relation } from './relation.ts'

export function requestIdsDiffer(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'request-id-sent',
    see: ({ sent, answer, analysis }) => {
      const id = isRead(sent.request, answer, analysis) ? fieldValue(answer, 'X-Request-Id') : undefined
      if (id === undefined || valuesOf(sent.request, 'x-request-id').length > 0) return undefined
      const known = first.meet(id, '', sent)
      return known === undefined
        ? undefined
        : { came: `X-Request-Id: ${id} twice`, due: 'a different one for each request', earlier: known.sent }
    },
  }
}

/** A request refused before the service knows which one it is may get an answer made beforehand. */
function isRead(
  { method }: SentRequest,
  { status }: Answer,
  { faults: [fault], alsoFine }: Analysis,
): boolean {
  const isOfForm = status === 400 && (alsoFine.includes(400) || ofForm.has(fault?.statusRule ?? ''))
  // CONNECT is handed over as a bare socket as well.
  return !unread.has(status) && !isOfForm && method !== 'CONNECT'
}

const unread = new Set([408, 413, 414, 417, 431])
const ofForm = new Set(['malformed-request-400', 'unknown-method-400', 'other-methods-405', 'no-other-path'])
