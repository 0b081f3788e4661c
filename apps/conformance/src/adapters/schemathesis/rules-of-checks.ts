/** The rules of the contract that a failed check of schemathesis is about. */
import type { CompletedExchange } from '../../contract/given-requests.ts'
import { type Due, ruleOfStatus } from '../../oracle/rule-of-status.ts'
import type { Subject } from '../../subject.ts'
import { type Broken, type Part, rulesOfContent } from '../rules-of-content.ts'

/** What is due according to the checks that are about a status. */
const dues: Readonly<Record<string, Due>> = {
  positive_data_acceptance: 'answered',
  negative_data_rejection: 'refused',
  missing_required_header: 'refused',
  ignored_auth: 'refused',
}

/** The checks that are about the header fields or body of the response, not about its status. */
export const partsOf: Readonly<Record<string, Part>> = {
  content_type_conformance: 'type',
  response_headers_conformance: 'headers',
  response_schema_conformance: 'body',
}

/** The rules that a failed check shows broken, never none: a check that is new may be right. */
export function rulesOfCheck(
  check: string,
  exchange: CompletedExchange,
  subject: Subject,
): readonly Broken[] {
  const { status } = exchange.response
  const part = partsOf[check]
  if (part !== undefined) return rulesOfContent(part, exchange, subject)
  if (check === 'allow_header_conformance' || (check === 'unsupported_method' && status === 405))
    return [{ rule: 'allow-names-methods' }]
  const due = dues[check] ?? 'declared'
  // Where it refused the request, it did not do so in the way it should.
  const toName = due === 'refused' && status >= 400 ? 'declared' : due
  return [{ rule: ruleOfStatus(toName, exchange, subject) }]
}
