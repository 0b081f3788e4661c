/** Checks one response by everything that the document and HTTP say about it. */
import type { Outcome } from '@plant-store/raw-http'
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
  const { asked: operation, owed, isHead, faults } = analysis
  if ('noResponse' in outcome) {
    const { noResponse, partial } = outcome
    const behind = partial === undefined ? '' : `, after ${quote(partial)}`
    if (owed === 'nothing') for (const { rule } of faults) seen.refused.add(rule)
    else seen.require('answers-every-request', inWords[noResponse] + behind, 'a response')
    return seen
  }
  if (owed === 'nothing') {
    checkRefusal(outcome, asked, seen)
    return seen
  }
  seen.kept.add('answers-every-request')
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
