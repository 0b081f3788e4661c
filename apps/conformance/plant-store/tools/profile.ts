/** What our own contract says to tools beyond its document. */
import type { ToolProfile } from '../../src/adapters/tools.ts'
import type { CompletedExchange } from '../../src/exchange.ts'
import type { Subject } from '../../src/subject.ts'
import { changesAnything } from '../contract.ts'
import { isSpokenOf } from '../given-requests.ts'
import { rules } from '../rules.ts'
import { type Due, ruleOfStatus } from './rule-of-status.ts'
import { type Part, rulesOfContent } from './rules-of-content.ts'
import { objectionOf, type Suppression } from './suppressions.ts'

/** What is due according to the checks that are about a status. */
const dues: Readonly<Record<string, Due>> = {
  positive_data_acceptance: 'answered',
  negative_data_rejection: 'refused',
  missing_required_header: 'refused',
  ignored_auth: 'refused',
}

function ruleOfRequest(check: string, exchange: CompletedExchange, subject: Subject): string {
  const { status } = exchange.response
  if (check === 'allow_header_conformance' || (check === 'unsupported_method' && status === 405))
    return 'allow-names-methods'
  const due = dues[check] ?? 'declared'
  // Where it refused the request, it did not do so in the way it should.
  return ruleOfStatus(due === 'refused' && status >= 400 ? 'declared' : due, exchange, subject)
}

/** The checks of the content of a response, by its part. */
const parts: Readonly<Record<string, Part>> = {
  content_type_conformance: 'type',
  response_headers_conformance: 'headers',
  response_schema_conformance: 'body',
}

/** `among`: where schemathesis is known to be wrong. */
export const profileBy = (among: readonly Suppression[]): ToolProfile => ({
  rules,
  refusesUndeclared: !changesAnything,
  isSpokenOf,
  objectionsTo: (exchange, check, told, subject) => {
    const part = parts[check]
    const [kind, broken] =
      part === undefined
        ? [check, [{ rule: ruleOfRequest(check, exchange, subject) }]]
        : ['answer', rulesOfContent(part, exchange, subject)]
    return broken.flatMap((one) =>
      objectionOf({ tool: 'schemathesis', kind, ...one, told, exchange }, subject, among),
    )
  },
})
