/** What must be equal in the answers to equal requests. */
import { decodeContent } from '@plant-store/raw-http'
import type { Answer } from '../../exchange.ts'
import { meaningOf } from '../../oracle/meaning.ts'

/**
 * A text that is equal for equal answers. A list is compared octet by octet, with its tag; a refusal by its number: its
 * message is for people, and its wording may vary each time.
 */
export function fingerprint(answer: Answer): string {
  const { status } = answer
  const body = decodeContent(answer).toString('latin1')
  if (status < 400) {
    return JSON.stringify([status, body, meaningOf(answer, 'ETag')])
  }
  return JSON.stringify([status, numberOf(body)])
}

const numberOf = (body: string): string | undefined => /"error"\s*:\s*(-?\d+)/.exec(body)?.[1]
