/** One answer against all that is due to its request. */
import { closesConnection } from '@plant-store/testkit'
import type { Answer, Silence } from '../exchange.ts'
import { checkAdmission } from './check-admission.ts'
import { checkBody } from './check-body.ts'
import { checkHead } from './check-head.ts'
import { checkStatus } from './check-status.ts'
import { fieldValue } from '../http/content.ts'
import { Examination, quote } from './examination.ts'
import type { Case } from './case.ts'
import { holdsContentBack } from '../http/request.ts'
import type { Outcome } from '../http/connection.ts'

/** Sees everything that can be seen in one answer alone. */
export function examine(outcome: Outcome, theCase: Case): Examination {
  const seen = new Examination()
  const { owed } = theCase.analysis
  if (owed === 'nothing') {
    if (!('silence' in outcome)) {
      checkAdmission(outcome, theCase, seen)
    }
    return seen
  }
  if ('silence' in outcome) {
    if (outcome.silence === 'reset' && owed === 'an answer or a reset') {
      return seen
    }
    checkSilence(outcome, theCase, seen)
    return seen
  }
  seen.kept.add('answers-every-request')
  if (holdsContentBack(theCase.request)) seen.kept.add('held-content-100')
  const isUnread = isRefusedUnread(outcome, theCase)
  const faults = isUnread ? [] : [...outcome.faults, ...versionFaults(outcome, theCase)]
  const isWhole = seen.require(
    'answers-are-well-framed',
    faults.length === 0,
    () => faults.join('; '),
    'an answer that ends where it says',
  )
  const isRight = checkStatus(outcome, theCase, seen)
  if (isWhole) {
    checkBody(outcome, theCase, seen)
  }
  checkHead(outcome, theCase, seen)
  if (isRight) {
    for (const rule of ['answers-right-requests', ...theCase.analysis.grounds]) seen.kept.add(rule)
  }
  return seen
}

/**
 * Who refuses HEAD before it has read the request, and closes the connection, may not know that it is HEAD: what follows
 * the head of that answer harms nobody.
 */
const isRefusedUnread = (answer: Answer, { analysis }: Case): boolean =>
  analysis.isHead &&
  unread.has(answer.status) &&
  answer.faults.every((fault) => fault.endsWith('octets follow it')) &&
  closesConnection({ ...answer, headers: answer.fields })

const unread = new Set([400, 408, 413, 414, 417, 431])

/** A service that waits for content without asking for it is silent for that reason. */
function checkSilence({ silence, partial }: Silence, { request }: Case, seen: Examination): void {
  const isDeadlock = silence === 'timeout' && partial === undefined && holdsContentBack(request)
  seen.require(
    isDeadlock ? 'held-content-100' : 'answers-every-request',
    false,
    () => silences[silence] + (partial === undefined ? '' : `, after ${quote(partial)}`),
    isDeadlock ? '100, or an answer' : 'an answer',
  )
}

/** Who speaks HTTP/1.0 knows no chunks (RFC 9112, 6.1), nor answers before the last one (RFC 9110, 15.2). */
function versionFaults(answer: Answer, { request }: Case): readonly string[] {
  const isChunked = fieldValue(answer, 'Transfer-Encoding') !== undefined
  const isOld = request.octets !== undefined && /^[^\r\n]* HTTP\/1\.0\r\n/.test(request.octets)
  const faults = [
    ...(isChunked ? ['it is in chunks'] : []),
    ...(answer.interim ?? []).map((status) => `${status} comes before it`),
  ]
  return isOld ? faults.map((fault) => `${fault}, and HTTP/1.0 was asked in`) : []
}

const silences = {
  timeout: 'no whole answer within ten seconds',
  closed: 'the connection was closed without a whole answer',
  reset: 'the connection was broken without a whole answer',
  unreachable: 'no connection could be made any more',
} as const
