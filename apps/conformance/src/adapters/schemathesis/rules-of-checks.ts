/** The rules that a failed check of schemathesis is about, by our own contract or by any document. */
import type { CompletedExchange } from '../../contract/given-requests.ts'
import type { DocumentOracle } from '../../document/oracle/document-oracle.ts'
import { type Due, ruleOfStatus } from '../../plants/oracle/rule-of-status.ts'
import type { Rule } from '../../rules/rules.ts'
import type { Subject } from '../../subject.ts'
import { type Broken, type Part, rulesOfContent } from '../rules-of-content.ts'

/** What schemathesis objects to, where no other rule is about it. */
export const otherRule: Rule = {
  id: 'schemathesis',
  sentence: 'schemathesis objects to nothing else.',
  origin: 'given',
  layer: 'document',
  pointer: '',
  part: 'schemathesis',
  kind: 'owed',
  needs: 'nothing',
}

/** What is due according to the checks that are about a status. */
const dues: Readonly<Record<string, Due>> = {
  positive_data_acceptance: 'answered',
  negative_data_rejection: 'refused',
  missing_required_header: 'refused',
  ignored_auth: 'refused',
}

/** The checks of the content of a response: its part, and what rules of any document call it. */
export const contents: Readonly<Record<string, readonly [Part, string]>> = {
  content_type_conformance: ['type', 'content-type'],
  response_headers_conformance: ['headers', 'header'],
  response_schema_conformance: ['body', 'body'],
}

/** The rules that a failed check shows broken, never none: a check that is new may be right. */
export function rulesOfCheck(
  check: string,
  exchange: CompletedExchange,
  subject: Subject,
  oracle: DocumentOracle,
  isOwn: boolean,
): readonly Broken[] {
  const [part, name = ''] = contents[check] ?? []
  const ofOperation = `${oracle.operationOf(exchange.request) ?? ''}:${name}`
  if (oracle.isChecked(ofOperation)) return [{ rule: ofOperation }]
  if (!isOwn) return [{ rule: otherRule.id }]
  return part === undefined
    ? [{ rule: ruleOfRequest(check, exchange, subject) }]
    : rulesOfContent(part, exchange, subject)
}

/** The rule of our own contract about the request. */
function ruleOfRequest(check: string, exchange: CompletedExchange, subject: Subject): string {
  const { status } = exchange.response
  if (check === 'allow_header_conformance' || (check === 'unsupported_method' && status === 405))
    return 'allow-names-methods'
  const due = dues[check] ?? 'declared'
  // Where it refused the request, it did not do so in the way it should.
  return ruleOfStatus(due === 'refused' && status >= 400 ? 'declared' : due, exchange, subject)
}
