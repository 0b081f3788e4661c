/** Checks one response by everything that is due to its request. */
import type { Outcome } from '@plant-store/raw-http'
import { checkAdmission, checkBody } from './body.ts'
import { Examination } from '../../src/oracle/any-oracle.ts'
import type { RequestContext } from './knowledge.ts'
import { checkFraming, checkNoResponse } from '../../src/oracle/framing.ts'
import { checkHead } from './head.ts'
import { checkStatus } from './status.ts'

/** Checks everything that a single response can show. */
export function examine(outcome: Outcome, context: RequestContext): Examination {
  const seen = new Examination()
  const { request, analysis } = context
  if (analysis.owed === 'nothing') {
    if (!('noResponse' in outcome)) checkAdmission(outcome, context, seen)
    return seen
  }
  if ('noResponse' in outcome) {
    checkNoResponse(outcome, request, analysis, seen)
    return seen
  }
  const isWhole = checkFraming(outcome, request, analysis, seen)
  const isRight = checkStatus(outcome, context, seen)
  if (isWhole) checkBody(outcome, context, seen)
  checkHead(outcome, context, seen)
  if (isRight) for (const rule of ['answers-right-requests', ...analysis.grounds]) seen.kept.add(rule)
  return seen
}
