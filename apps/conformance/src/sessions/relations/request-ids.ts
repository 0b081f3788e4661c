/** An id that the service makes belongs to one request, provided that the request was read. */
import { fieldValue, valuesOf } from '@plant-store/raw-http'
import { isRead } from '../../oracle/head.ts'
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
