/** What `prism proxy` says about an exchange, in a field of the response. */
import { fieldValue } from '@plant-store/raw-http'
import type { CompletedExchange, RawResponse } from '../../src/exchange.ts'
import { ruleOfStatus } from '../tools/rule-of-status.ts'
import type { Subject } from '../../src/subject.ts'
import { type Broken, type Part, rulesOfContent } from '../tools/rules-of-content.ts'

/** One objection. */
export interface Violation {
  /** `request` or `response`, then the part, then the place in it. */
  readonly location: readonly string[]
  readonly severity: string
  readonly message: string
}

export const violationsField = 'sl-violations'

/** Empty where there are none. Of a list that Prism cut off, since it was too long for a field, the whole ones. */
export function readViolations(response: RawResponse): readonly Violation[] {
  const text = fieldValue(response, violationsField) ?? ''
  const whole = text.startsWith('[') ? [text] : (text.match(/\{"location":[^{}]*\}/g) ?? [])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Prism writes it
  return whole.flatMap((one) => JSON.parse(one) as Violation | Violation[])
}

/** Whether Prism made the response, because it could not read that of the service. */
export const isPrisms = ({ body }: RawResponse): boolean => body.includes('https://stoplight.io/prism/errors')

const parts: Readonly<Record<string, Part>> = { body: 'body', header: 'headers', headers: 'headers' }

/** The rules that the response breaks, according to Prism; none for a warning. */
export function rulesOfViolation(
  { location: [, where = ''], severity, message }: Violation,
  exchange: CompletedExchange,
  subject: Subject,
): readonly Broken[] {
  if (message.includes('status code'))
    return severity === 'Error' ? [{ rule: ruleOfStatus('declared', exchange, subject) }] : []
  const part = message.includes('media type') ? 'type' : parts[where]
  return part === undefined ? [] : rulesOfContent(part, exchange, subject)
}
