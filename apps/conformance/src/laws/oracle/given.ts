/** What is due by the given contract alone. */
import type { SentRequest } from '../../exchange.ts'
import type { Analysis } from './analyse.ts'
import { asGiven, withAnyRefusal } from './fault.ts'

/** A number that OpenAPI's own words let through. */
const givenGrounds = new Set(['limit-accepts-every-number'])
const usualFields = new Set(['host', 'accept', 'authorization', 'connection', 'x-request-id'])

/** Whatever relies on a completed sentence may be answered in any way. */
export function reduceToGiven({ target, fields }: SentRequest, analysis: Analysis): Analysis {
  const given = analysis.faults.map((one) => asGiven(one)).filter((one) => one !== undefined)
  const isUnusual =
    !target.startsWith('/') ||
    analysis.grounds.some((ground) => !givenGrounds.has(ground)) ||
    fields.some(
      ([name, value]) => !usualFields.has(name.toLowerCase()) || (/^accept$/i.test(name) && value !== '*/*'),
    )
  // What else is wrong, or looks so, may be told instead.
  const faults =
    isUnusual || given.length < analysis.faults.length ? given.map((one) => withAnyRefusal(one)) : given
  const isSilent = faults.length === 0 && (isUnusual || analysis.faults.length > 0)
  // The given contract says nothing about other paths and methods.
  const isElsewhere = analysis.operation === undefined || analysis.isHead
  const owed = analysis.owed === 'an answer' && !analysis.isOpen ? analysis.owed : 'nothing'
  return { ...analysis, faults, owed, isOpen: analysis.isOpen || isSilent || isElsewhere }
}
