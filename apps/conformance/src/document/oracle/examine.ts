/** Checks one response by everything that the document and HTTP say about it. */
import type { Outcome } from '@plant-store/raw-http'
import { Examination } from '../../oracle/examination.ts'
import { checkFraming, checkNoResponse } from '../../oracle/framing.ts'
import { declaredFor } from '../model.ts'
import type { Asked } from './asked.ts'
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
  const received = { ...asked, response, seen }
  if (owed === 'nothing') {
    checkRefusal(received)
    return seen
  }
  const isWhole = checkFraming(response, request, analysis, seen)
  checkFields(received)
  checkStatus(received)
  const declared = operation && declaredFor(operation, response.status)
  if (operation === undefined || declared === undefined) return seen
  if (isWhole && !isHead) checkContent({ ...received, operation, declared })
  checkDeclaredFields({ ...received, operation, declared })
  return seen
}
