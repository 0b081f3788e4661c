/** Answers that are not owed may be anything but the list that the request must not get. */
import type { Answer } from '../exchange.ts'
import type { RequestContext } from './knowledge.ts'
import { checkContent } from './check-content.ts'
import { Examination } from './examination.ts'
import { declaredRules } from './schema-rules.ts'

/** Checks whether the service admitted a request that it must refuse, whatever the form of the request. */
export function checkAdmission(
  answer: Answer,
  { analysis, knowledge }: RequestContext,
  seen: Examination,
): void {
  const { operation, faults, isHead, isOpen } = analysis
  const [fault] = faults
  const schema = operation?.responses[200]
  if (fault === undefined || schema === undefined || isHead || isOpen || answer.status !== 200) {
    return
  }
  const due = { schema, rules: declaredRules, contentTypeRule: 'list-content-type' }
  const isList = checkContent(answer, due, knowledge, new Examination()) !== undefined
  seen.require(fault.rule, !isList, () => '200 with a list', 'a refusal, or no answer')
}
