/** Checks one response by everything that the document and HTTP say about it. */
import { holdsContentBack, type Outcome } from '@plant-store/raw-http'
import type { NoResponse } from '../../exchange.ts'
import { Examination } from '../../oracle/examination.ts'
import { framingFaults, inWords } from '../../oracle/framing.ts'
import { quote } from '../../quote.ts'
import { type Asked, declaredFor } from './asked.ts'
import { checkContent } from './content.ts'
import { checkDeclaredFields, checkFields } from './fields.ts'
import { checkRefusal, checkStatus } from './status.ts'

export function examine(outcome: Outcome, asked: Asked): Examination {
  const seen = new Examination()
  const { request, analysis } = asked
  const { asked: operation, owed, isHead } = analysis
  if ('noResponse' in outcome) {
    checkNoResponse(outcome, asked, seen)
    return seen
  }
  if (owed === 'nothing') {
    checkRefusal(outcome, asked, seen)
    return seen
  }
  seen.kept.add('answers-every-request')
  if (holdsContentBack(request)) seen.kept.add('held-content-100')
  const wrong = framingFaults(outcome, request, isHead)
  const came = wrong.length === 0 ? undefined : wrong.join('; ')
  const isWhole = seen.require('answers-are-well-framed', came, 'a response that ends where it says it does')
  checkFields(outcome, asked, seen)
  checkStatus(outcome, asked, seen)
  const declared = operation && declaredFor(operation, outcome.status)
  if (operation === undefined || declared === undefined) return seen
  if (isWhole && !isHead) checkContent(outcome, { ...asked, operation, declared }, seen)
  checkDeclaredFields(outcome, { ...asked, operation, declared }, seen)
  return seen
}

/** A service that waits for content which it has not asked for is silent for that reason. */
function checkNoResponse(
  { noResponse, partial }: NoResponse,
  { request, analysis: { owed, faults } }: Asked,
  seen: Examination,
): void {
  if (owed === 'nothing') {
    for (const { rule } of faults) seen.refused.add(rule)
    return
  }
  const isHeldBack = noResponse === 'timeout' && partial === undefined && holdsContentBack(request)
  const rule = isHeldBack ? 'held-content-100' : 'answers-every-request'
  const came = inWords[noResponse] + (partial === undefined ? '' : `, after ${quote(partial)}`)
  seen.require(rule, came, isHeldBack ? '100, or a response' : 'a response')
}
