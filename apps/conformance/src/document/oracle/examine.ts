/** Checks one response by everything that the document and HTTP say about it. */
import type { Outcome } from '@plant-store/raw-http'
import { Examination } from '../../oracle/examination.ts'
import { checkFraming, checkNoResponse } from '../../oracle/framing.ts'
import { type Asked, declaredFor } from './asked.ts'
import { checkContent } from './content.ts'
import { checkDeclaredFields, checkFields } from './fields.ts'
import { checkRefusal, checkStatus } from './status.ts'

export function examine(outcome: Outcome, asked: Asked): Examination {
  const seen = new Examination()
  const { request, analysis } = asked
  const { asked: operation, owed, isHead, faults } = analysis
  if ('noResponse' in outcome) {
    if (owed === 'nothing') for (const { rule } of faults) seen.refused.add(rule)
    else checkNoResponse(outcome, request, analysis, seen)
    return seen
  }
  if (owed === 'nothing') {
    checkRefusal(outcome, asked, seen)
    return seen
  }
  const isWhole = checkFraming(outcome, request, analysis, seen)
  checkFields(outcome, asked, seen)
  checkStatus(outcome, asked, seen)
  const declared = operation && declaredFor(operation, outcome.status)
  if (operation === undefined || declared === undefined) return seen
  if (isWhole && !isHead) checkContent(outcome, { ...asked, operation, declared }, seen)
  checkDeclaredFields(outcome, { ...asked, operation, declared }, seen)
  return seen
}
