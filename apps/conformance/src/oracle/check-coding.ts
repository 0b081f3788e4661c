/** Codings of content: none that a request which names codings does not name. */
import type { Answer, SentRequest } from '../exchange.ts'
import { valuesOf } from '../http/fields.ts'
import { fieldValue } from '../http/content.ts'
import type { Examination } from './examination.ts'

/**
 * A request without Accept-Encoding takes any (RFC 9110, 12.5.3). Weights don't count: a service should go by them, but
 * it need not.
 */
export function checkCoding(answer: Answer, request: SentRequest, seen: Examination): void {
  const lines = valuesOf(request, 'accept-encoding')
  const coding = fieldValue(answer, 'Content-Encoding')?.toLowerCase() ?? 'identity'
  if (lines.length > 0 && coding !== 'identity') {
    const named = lines
      .join(',')
      .toLowerCase()
      .split(',')
      .map((text) => text.replace(/;.*/s, '').trim())
    const isNamed = named.some((name) => [coding, coding.replace(/^x-/, ''), '*'].includes(name))
    const due = `a coding that is in Accept-Encoding: ${lines.join(', ')}`
    seen.require('payload-is-json', isNamed, () => `Content-Encoding: ${coding}`, due)
  }
}
