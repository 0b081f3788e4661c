/** HEAD is answered as GET is, for every request, caller and number. */
import { fieldValue, membersOf } from '@plant-store/raw-http'
import { Memory } from '../../run/memory.ts'
import type { RawResponse, SentRequest } from '../../exchange.ts'
import type { Analysis } from '../../oracle/analysis.ts'
import { normalizeField } from '../../oracle/normalize-field.ts'
import { type SentAndReceived, type Difference, keyWithout, type Relation } from './relation.ts'
import { partsOfKind, Volatile } from './volatile.ts'

/** Bodies of one kind get their lengths from one source. */
const kindOf = (response: RawResponse): string =>
  `${response.status} ${fieldValue(response, 'Content-Encoding') ?? 'as it is'}`

type Pair = Partial<Record<'GET' | 'HEAD', SentAndReceived>>

/** Neither the end of the connection nor the id of the request is part of what is asked for. */
const unasked = /^(?:connection|x-request-id)$/i
/** A document may declare any field as a parameter. */
const neverAsked = /^connection$/i

/**
 * By a document that is not ours, `isOfAny`, a service also keeps it whose ETag is another one each time, and one that does
 * not know HEAD anywhere, as many frameworks don't where only GET is declared.
 */
export function headAsGet({ isOfAny = false } = {}): Relation {
  const pairs = new Memory<Pair>()
  const beside = isOfAny ? neverAsked : unasked
  const changing = new Volatile()
  let isKnown = !isOfAny
  return {
    rule: 'head-as-get',
    see: ({ sent, response, analysis }) => {
      const { request } = sent
      const { method } = request
      if (method !== 'GET' && method !== 'HEAD') return undefined
      if (method === 'GET') changing.learn(sent, partsOf(response, isOfAny))
      isKnown ||= isHeadWith(sent, 200)
      const mayBeUnknown = !isKnown && isHeadWith(sent, 404, 405, 501)
      if (mayBeUnknown || !isClear(request, analysis)) return undefined
      const key = keyWithout(beside, { ...request, method: '' })
      const pair: Pair = { [method]: sent, ...pairs.get(key) }
      pairs.set(key, pair)
      const other = pair[method === 'GET' ? 'HEAD' : 'GET']
      if (other === undefined) return undefined
      const [due, came] = method === 'HEAD' ? [other.outcome, response] : [response, other.outcome]
      const difference = differenceOf(due, came, changing)
      return difference === undefined ? 'kept' : { ...difference, earlier: other }
    },
  }
}

const isHeadWith = ({ request, outcome }: SentAndReceived, ...statuses: readonly number[]): boolean =>
  request.method === 'HEAD' && statuses.includes(outcome.status)

/** Whether one response is due, or that it has not changed. */
const isClear = ({ bytes }: SentRequest, { alsoFine }: Analysis): boolean =>
  bytes === undefined && alsoFine.every((status) => status === 304)

/** What of a response to GET may be another each time, so that HEAD may differ in it. */
const partsOf = (response: RawResponse, tagsMayVary: boolean): ReadonlyMap<string, string> =>
  new Map([
    ...partsOfKind(kindOf(response), response, normalizeField(response, 'Vary') ?? 'none'),
    ...(tagsMayVary ? [['ETag', fieldValue(response, 'ETag') ?? 'none'] as const] : []),
  ])

const same = ['ETag', 'Cache-Control', 'Vary', 'WWW-Authenticate', 'Allow']

function differenceOf(
  due: RawResponse,
  came: RawResponse,
  changing: Volatile,
): Pick<Difference, 'came' | 'due' | 'isToShowAgain'> | undefined {
  if (due.status !== came.status) {
    return { came: String(came.status), due: `${due.status}, as for GET` }
  }
  const field = otherField(due, came, changing)
  if (field !== undefined) {
    return {
      // Different machines behind the service may send different values.
      isToShowAgain: field === 'Vary',
      came: `${field}: ${fieldValue(came, field) ?? 'none'}`,
      due: `${fieldValue(due, field) ?? 'none'}, as for GET`,
    }
  }
  const length = fieldValue(came, 'Content-Length')
  if (due.status === 304 || changing.has(kindOf(due)) || length === undefined) return undefined
  if (Number(length) === due.body.length) return undefined
  return {
    came: `Content-Length: ${length}`,
    due: `${due.body.length}, as for GET`,
    // The length may change each time, which shows when the request is repeated.
    isToShowAgain: due.status >= 400 || fieldValue(due, 'Content-Encoding') !== undefined,
  }
}

function otherField(due: RawResponse, came: RawResponse, changing: Volatile): string | undefined {
  // HEAD may leave these out, or name no coding (RFC 9110, 8.4.1); otherwise they equal those of GET.
  const optional = ['Content-Type', 'Content-Encoding'].filter(
    (name) => ![undefined, 'identity'].includes(fieldValue(came, name)),
  )
  return [...same, ...optional].find((name) => {
    const isEqual = normalizeField(due, name) === normalizeField(came, name)
    return !isEqual && !changing.has(name) && !(name === 'Vary' && isDecidedLate(due, came))
  })
}

/** Whether to compress may be decided while the content is made, so that HEAD's Vary leaves it out (RFC 9110, 9.3.2). */
function isDecidedLate(due: RawResponse, came: RawResponse): boolean {
  const [ofGet = [], ofHead = []] = [due, came].map((one) => membersOf(fieldValue(one, 'Vary') ?? ''))
  const others = new Set(ofGet.filter((name) => name !== 'accept-encoding'))
  return others.symmetricDifference(new Set(ofHead)).size === 0
}
