/** Checks one response by everything that the document and HTTP say about it. */
import type { Outcome } from '@plant-store/raw-http'
import { Examination } from '../../oracle/examination.ts'
import { checkFraming, checkNoResponse } from '../../oracle/framing.ts'
import { type Asked, declaredFor } from './asked.ts'
import { checkContent } from './content.ts'
import { checkDeclaredFields, checkFields } from './fields.ts'
import { checkRefusal, checkStatus } from './status.ts'

export function examine(response: Outcome, asked: Asked): Examination {
  const seen = new Examination()
  const { request, analysis } = asked
  const { asked: operation, owed, isHead, faults } = analysis
  if ('noResponse' in response) {
    if (owed === 'nothing') for (const { rule } of faults) seen.refused.add(rule)
    else checkNoResponse(response, request, analysis, seen)
    return seen
  }
  const answered = { ...asked, response, seen }
  if (owed === 'nothing') {
    checkRefusal(answered)
    return seen
  }
  const isWhole = checkFraming(response, request, analysis, seen)
  checkFields(answered)
  checkStatus(answered)
  const declared = operation && declaredFor(operation, response.status)
  if (operation === undefined || declared === undefined) return seen
  if (isWhole && !isHead) checkContent({ ...answered, operation, declared })
  checkDeclaredFields({ ...answered, operation, declared })
  return seen
}
