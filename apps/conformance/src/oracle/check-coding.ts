/** Content codings: where a request names codings, the answer uses no others. */
import { codingsOf, membersOf, valuesOf } from '@plant-store/raw-http'
import type { Answer, SentRequest } from '../exchange.ts'
import type { Examination } from './examination.ts'

/**
 * A request without Accept-Encoding accepts any coding (RFC 9110, 12.5.3). Weights don't count: a service should follow
 * them, but need not.
 */
export function checkCoding(answer: Answer, request: SentRequest, seen: Examination): void {
  const lines = valuesOf(request, 'accept-encoding')
  const codings = codingsOf(answer).filter((coding) => coding !== 'identity')
  if (lines.length > 0 && codings.length > 0) {
    const named = new Set(membersOf(lines.join(',')).map((member) => member.replace(/;.*/s, '').trim()))
    const isNamed = (coding: string): boolean =>
      [coding, coding.replace(/^x-/, ''), `x-${coding}`, '*'].some((name) => named.has(name))
    const came = `Content-Encoding: ${codings.join(', ')}`
    const due = `codings that are in Accept-Encoding: ${lines.join(', ')}`
    seen.require(
      'payload-is-json',
      codings.every((coding) => isNamed(coding)),
      () => came,
      due,
    )
  }
}
