/** The rule of the contract that a failed check of schemathesis is about. */
import { operations as table } from '@plant-store/contracts/schemas'
import { rulesOfAnswer, rulesOfErrorBody, rulesOfList } from '../contract/answer-fault.ts'
import type { Answered } from '../contract/given-requests.ts'
import { type Due, ruleOfStatus } from '../contract/rule-of-status.ts'
import { analyse } from '../oracle/analyse.ts'
import { examine } from '../oracle/examine.ts'
import { Knowledge } from '../oracle/knowledge.ts'
import type { Subject } from '../subject.ts'

/** What is due according to the checks that are about a status. */
const dues: Readonly<Record<string, Due>> = {
  not_a_server_error: 'declared',
  status_code_conformance: 'declared',
  unsupported_method: 'declared',
  positive_data_acceptance: 'answered',
  negative_data_rejection: 'refused',
  missing_required_header: 'refused',
  ignored_auth: 'refused',
}

const rulesOfBodies: ReadonlySet<string> = new Set([
  ...rulesOfList(true, true),
  ...rulesOfErrorBody,
  'payload-is-json',
])

/** Checks of an answer's content: which rules they can be about, and the one where we see no fault, for a list and a refusal. */
const ofContent: Readonly<
  Record<string, readonly [isAbout: (rule: string) => boolean, list: string, refusal: string]>
> = {
  content_type_conformance: [
    (rule) => rule.endsWith('-content-type'),
    'list-content-type',
    'error-content-type',
  ],
  response_schema_conformance: [
    (rule) => rulesOfBodies.has(rule),
    'bodies-as-declared',
    'every-refusal-has-error-body',
  ],
  response_headers_conformance: [
    (rule) => !rulesOfBodies.has(rule) && !rule.endsWith('-content-type') && !ofAll.has(rule),
    'declared-headers-sent',
    'declared-headers-sent',
  ],
}

/** Rules that say in general what others say in particular, or what no schema says. */
const ofAll = new Set([
  'declared-headers-sent',
  'no-extra-members',
  'every-refusal-has-error-body',
  'bodies-as-declared',
])

/** Whether a check is about the header fields or body of the answer, not about its status. */
export const isAboutContent = (check: string): boolean => ofContent[check] !== undefined

/**
 * The rules that a failed check shows broken, never none: a check that is new, or that disagrees with us, may be right.
 * Of what is wrong with the content, our own examination of the same answer says which rules it breaks.
 */
export function rulesOfCheck(check: string, exchange: Answered, subject: Subject): readonly string[] {
  const { answer } = exchange
  const family = ofContent[check]
  if (family !== undefined) {
    const [isAbout, list, refusal] = family
    const found = breachesOf(exchange, subject)
    const own = found.filter((rule) => isAbout(rule))
    if (own.length > 0) return own
    return found.length > 0 ? found : [answer.status < 400 ? list : refusal]
  }
  const due = dues[check] ?? 'declared'
  if (check === 'allow_header_conformance' || (check === 'unsupported_method' && answer.status === 405))
    return ['allow-names-methods']
  // Where it refused the request, it did not do so in the way it should.
  return [ruleOfStatus(due === 'refused' && answer.status >= 400 ? 'declared' : due, exchange, subject)]
}

/** The rules about content that the answer breaks by the whole contract. */
function breachesOf({ request, answer }: Answered, subject: Subject): readonly string[] {
  const knowledge = new Knowledge({ ...subject, only: 'all' }, Object.values(table))
  const analysis = analyse(request, knowledge)
  const own = new Set(rulesOfAnswer(answer.status, answer.body))
  const { breaches } = examine(answer, { request, analysis, knowledge })
  return [...new Set(breaches.map(({ rule }) => rule))].filter((rule) => own.has(rule))
}
