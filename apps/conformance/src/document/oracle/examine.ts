/** Checks one response by everything that the document and HTTP say about it. */
import type { Outcome } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { Examination } from '../../oracle/examination.ts'
import { checkFraming, checkNoResponse } from '../../oracle/framing.ts'
import { declaredFor } from '../model.ts'
import type { DocumentAnalysis } from './analyse.ts'
import { checkContent } from './content.ts'
import { checkDeclaredFields, checkFields } from './fields.ts'
import type { Service } from './service.ts'
import { checkRefusal, checkStatus } from './status.ts'

export function examine(
  request: SentRequest,
  response: Outcome,
  analysis: DocumentAnalysis,
  service: Service,
): Examination {
  const seen = new Examination()
  const { asked, owed, isHead, faults } = analysis
  if ('noResponse' in response) {
    if (owed === 'nothing') for (const { rule } of faults) seen.refused.add(rule)
    else checkNoResponse(response, request, analysis, seen)
    return seen
  }
  const received = { request, response, analysis, service, seen }
  if (owed === 'nothing') {
    checkRefusal(received)
    return seen
  }
  const isWhole = checkFraming(response, request, analysis, seen)
  checkFields(received)
  checkStatus(received)
  const declared = asked && declaredFor(asked, response.status)
  if (asked === undefined || declared === undefined) return seen
  if (isWhole && !isHead) checkContent(received, asked, declared)
  checkDeclaredFields(received, asked, declared)
  return seen
}
