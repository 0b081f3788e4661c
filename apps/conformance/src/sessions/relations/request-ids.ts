/** An id that the service makes belongs to one request, as far as it was read. */
import { fieldValue } from '../../http/content.ts'
import { valuesOf } from '../../http/fields.ts'
import { FirstOnes, type Relation } from './relation.ts'

export function requestIdsDiffer(): Relation {
  const first = new FirstOnes()
  return {
    rule: 'request-id-sent',
    see: ({ sent, answer }) => {
      // CONNECT is handed over as a bare socket, too.
      const isRead = !unread.has(answer.status) && sent.request.method !== 'CONNECT'
      const id = isRead ? fieldValue(answer, 'X-Request-Id') : undefined
      if (id === undefined || valuesOf(sent.request, 'x-request-id').length > 0) return undefined
      const known = first.meet(id, '', sent)
      return known === undefined
        ? undefined
        : { came: `X-Request-Id: ${id} twice`, due: 'another one for each request', earlier: known.sent }
    },
  }
}

/** Refused before it is known which request that is. */
const unread = new Set([400, 408, 413, 414, 417, 431])
