/** Checks one response by everything that is due to its request. */
import { holdsContentBack, type Outcome, valuesOf } from '@plant-store/raw-http'
import type { NoResponse, SentRequest } from '../../exchange.ts'
import { quote } from '../../quote.ts'
import { checkAdmission, checkBody } from './body.ts'
import { Examination } from '../../oracle/examination.ts'
import type { RequestContext } from './knowledge.ts'
import { framingFaults, inWords } from '../../oracle/framing.ts'
import { checkHead } from './head.ts'
import { checkStatus } from './status.ts'

/** Checks everything that a single response can show. */
export function examine(outcome: Outcome, context: RequestContext): Examination {
  const seen = new Examination()
  const { owed } = context.analysis
  if (owed === 'nothing') {
    if (!('noResponse' in outcome)) checkAdmission(outcome, context, seen)
    return seen
  }
  if ('noResponse' in outcome) {
    checkNoResponse(outcome, context, seen)
    return seen
  }
  seen.kept.add('answers-every-request')
  if (holdsContentBack(context.request)) seen.kept.add('held-content-100')
  const faults = framingFaults(outcome, context.request, context.analysis.isHead)
  const isWhole = seen.require(
    'answers-are-well-framed',
    faults.length === 0 ? undefined : faults.join('; '),
    'a response that ends where it says it does',
  )
  const isRight = checkStatus(outcome, context, seen)
  if (isWhole) checkBody(outcome, context, seen)
  checkHead(outcome, context, seen)
  if (isRight) {
    for (const rule of ['answers-right-requests', ...context.analysis.grounds]) seen.kept.add(rule)
  }
  return seen
}

/**
 * Whether the service goes on in HTTP/2, as it was asked to: after 101 where h2c was offered (RFC 7540, 3.2), at once
 * where the request was HTTP/2's preface (RFC 9113, 3.4), which a service of HTTP/1.1 may also leave by closing the
 * connection. Its first frame is SETTINGS, of stream 0. What follows is not read.
 */
const isNoHttp1 = ({ noResponse, interim = [], partial = '' }: NoResponse, request: SentRequest): boolean => {
  const isOffered = valuesOf(request, 'upgrade').some((value) => /\bh2c\b/i.test(value))
  const isPreface = request.bytes?.startsWith(prefaceOfHttp2) === true
  if (isPreface && noResponse !== 'timeout' && partial === '') return true
  return (isPreface || (isOffered && interim.includes(101))) && partial.slice(3, 9) === '\u0004\0\0\0\0\0'
}

const prefaceOfHttp2 = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

/** A service that waits for content which it has not asked for is silent for that reason. */
function checkNoResponse(outcome: NoResponse, context: RequestContext, seen: Examination): void {
  const { request, analysis } = context
  const { noResponse, partial, interim = [] } = outcome
  const isDue = noResponse === 'reset' && analysis.owed === 'a response or a reset'
  if (isDue || isNoHttp1(outcome, request)) return
  const isHeldBack = holdsContentBack(request) && !interim.includes(100)
  const isDeadlock = noResponse === 'timeout' && partial === undefined && isHeldBack
  seen.require(
    isDeadlock ? 'held-content-100' : 'answers-every-request',
    inWords[noResponse] + (partial === undefined ? '' : `, after ${quote(partial)}`),
    isDeadlock ? '100, or a response' : 'a response',
  )
}
