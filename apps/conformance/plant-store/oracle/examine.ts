/** Checks one response by everything that is due to its request. */
import { type Outcome, valuesOf } from '@plant-store/raw-http'
import type { NoResponse, SentRequest } from '../../src/exchange.ts'
import { checkAdmission, checkBody } from './body.ts'
import { Examination } from '../../src/oracle/any-oracle.ts'
import type { RequestContext } from './knowledge.ts'
import { checkFraming, checkNoResponse } from '../../src/oracle/framing.ts'
import { checkHead } from './head.ts'
import { checkStatus } from './status.ts'

/** Checks everything that a single response can show. */
export function examine(outcome: Outcome, context: RequestContext): Examination {
  const seen = new Examination()
  const { request, analysis } = context
  if (analysis.owed === 'nothing') {
    if (!('noResponse' in outcome)) checkAdmission(outcome, context, seen)
    return seen
  }
  if ('noResponse' in outcome) {
    const isDue = outcome.noResponse === 'reset' && analysis.owed === 'a response or a reset'
    if (!isDue && !isNoHttp1(outcome, request)) checkNoResponse(outcome, request, seen)
    return seen
  }
  const isWhole = checkFraming(outcome, request, analysis, seen)
  const isRight = checkStatus(outcome, context, seen)
  if (isWhole) checkBody(outcome, context, seen)
  checkHead(outcome, context, seen)
  if (isRight) for (const rule of ['answers-right-requests', ...analysis.grounds]) seen.kept.add(rule)
  return seen
}

/**
 * Whether the service goes on in HTTP/2, as it was asked to: after 101 where h2c was offered (RFC 7540, 3.2), at once
 * where the request was HTTP/2's preface (RFC 9113, 3.4), which a service of HTTP/1.1 may also leave by closing the
 * connection. Its first frame is SETTINGS, of stream 0. What follows is not read.
 */
const isNoHttp1 = ({ noResponse, interim = [], partial = '' }: NoResponse, request: SentRequest): boolean => {
  const isOffered = interim.includes(101) && /\bh2c\b/i.test(valuesOf(request, 'upgrade').join())
  const isPreface = request.bytes?.startsWith('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') === true
  if (isPreface && noResponse !== 'timeout' && partial === '') return true
  return (isPreface || isOffered) && partial.slice(3, 9) === '\u0004\0\0\0\0\0'
}
