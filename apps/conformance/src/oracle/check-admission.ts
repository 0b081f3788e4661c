/** Answers that nobody is owed: whatever they are, they are not the list that the request may not have. */
import type { Answer } from '../exchange.ts'
import type { Case } from './case.ts'
import { checkContent } from './check-content.ts'
import { Examination } from './examination.ts'
import { declaredRules } from './schema-rules.ts'

/** Sees whether one was let in who is to be refused however the request is put. */
export function checkAdmission(answer: Answer, { analysis, knowledge }: Case, seen: Examination): void {
  const { operation, faults, isHead, isOpen } = analysis
  const [fault] = faults
  const schema = operation?.responses[200]
  if (fault === undefined || schema === undefined || isHead || isOpen || answer.status !== 200) {
    return
  }
  const due = { schema, rules: declaredRules, contentTypeRule: 'list-content-type' }
  const isList = checkContent(answer, due, knowledge, new Examination()) !== undefined
  seen.require(fault.rule, !isList, () => '200 with what only a right request may get', 'no such answer')
}
