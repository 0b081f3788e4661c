/** The rules that a failed check of schemathesis is about, by our own contract or by any document. */
import type { CompletedExchange } from '../../exchange.ts'
import type { DocumentOracle } from '../../document/oracle/document-oracle.ts'
import type { Subject } from '../../subject.ts'
import { otherRule } from './other-rule.ts'
import type { Broken, Part, ToolProfile } from '../tool-profile.ts'

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
  profile: ToolProfile | undefined,
): readonly Broken[] {
  const [part, name = ''] = contents[check] ?? []
  const ofOperation = `${oracle.operationOf(exchange.request) ?? ''}:${name}`
  if (oracle.isChecked(ofOperation)) return [{ rule: ofOperation }]
  if (profile === undefined) return [{ rule: otherRule.id }]
  return part === undefined
    ? [{ rule: profile.ruleOfRequest(check, exchange, subject) }]
    : profile.rulesOfContent(part, exchange, subject)
}
