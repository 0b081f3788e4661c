/** What `prism proxy` says about an exchange, in a field of the answer. */
import { fieldValue } from '@plant-store/raw-http'
import { type AnswerFault, ruleOfFault } from '../contract/answer-fault.ts'
import type { Answered } from '../contract/given-requests.ts'
import { ruleOfStatus } from '../contract/rule-of-status.ts'
import { pathOf } from '../contract/split-target.ts'
import type { Answer } from '../exchange.ts'
import type { Subject } from '../subject.ts'

/** One objection. */
export interface Violation {
  /** `request` or `response`, then the part, then the place in it. */
  readonly location: readonly string[]
  readonly severity: string
  readonly code?: string | number
  readonly message: string
}

export const violationsField = 'sl-violations'

/** Empty where there are none. Of a list that Prism cut off, since it was too long for a field, the whole ones. */
export function readViolations(answer: Answer): readonly Violation[] {
  const text = fieldValue(answer, violationsField) ?? ''
  const whole = text.startsWith('[') ? [text] : (text.match(/\{"location":[^{}]*\}/g) ?? [])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Prism writes it
  return whole.flatMap((one) => JSON.parse(one) as Violation | Violation[])
}

/** Whether Prism made the answer, because it could not read that of the service. */
export const isPrisms = ({ body }: Answer): boolean => body.includes('https://stoplight.io/prism/errors')

/** The rule that the answer breaks, according to Prism; undefined for a warning. */
export function ruleOfViolation(
  { location, severity, code, message }: Violation,
  exchange: Answered,
  subject: Subject,
): string | undefined {
  const [, part, ...place] = location
  const path = pathOf(exchange.request.target)
  const ruleOf = (fault: AnswerFault): string =>
    ruleOfFault(exchange.answer.status === 200 ? 200 : 400, fault, path)
  if (message.includes('media type')) return ruleOf({ part: 'content-type' })
  if (message.includes('status code')) {
    return severity === 'Error' ? ruleOfStatus('declared', exchange, subject) : undefined
  }
  // Prism checks int32 as a format.
  if (part === 'body') return ruleOf({ part, place, keyword: code === 'format' ? 'maximum' : String(code) })
  if (part !== 'header' && part !== 'headers') return undefined
  const [, missing] = /required property '([^']+)'/.exec(message) ?? []
  return ruleOf({ part: 'header', name: missing ?? place[0] ?? '', missing: missing !== undefined })
}
