/** What is due by the given contract alone. */
import { valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../exchange.ts'
import { hasUsualFields, isHarmless, isOrdinary, isOrdinaryTarget } from '../contract/given-requests.ts'
import type { Analysis } from './analysis.ts'
import type { KnownTokens } from './credential.ts'
import { asGiven, type Fault, fault, withAnyRefusal } from './fault.ts'

/** A number that OpenAPI's own words let through. */
const givenGrounds = new Set(['limit-accepts-every-number'])

/** Whatever relies on a completed sentence may be answered in any way. */
export function reduceToGiven(request: SentRequest, analysis: Analysis, tokens: KnownTokens): Analysis {
  const given = analysis.faults
    .map((one) => asGiven(withoutToken(one, request, tokens)))
    .filter((one) => one !== undefined)
    // A parameter in a query that is no proper one is dropped by some, and then not wrong.
    .filter(({ rule }) => !rule.startsWith('limit-') || isOrdinaryTarget(request.target))
  // About other paths and methods it says nothing.
  const isSpokenOf = analysis.operation !== undefined && isOrdinary(request)
  const isUnusual =
    !isSpokenOf ||
    analysis.alsoFine.includes(misdirected) ||
    !hasUsualFields(request) ||
    analysis.grounds.some((ground) => !givenGrounds.has(ground))
  // What else is wrong, or looks so, may be told instead.
  const isOneOfMany = isUnusual || given.length < analysis.faults.length || !isHarmless(request)
  const faults = isOneOfMany ? given.map((one) => withAnyRefusal(one)) : given
  const isSilent = faults.length === 0 && (isUnusual || analysis.faults.length > 0)
  return {
    ...analysis,
    faults,
    owed: isSpokenOf ? 'an answer' : 'nothing',
    isOpen: analysis.isOpen || isSilent,
  }
}

/** The status for requests that name another host. */
const misdirected = 421

/**
 * How strictly a credential is read is left open, as long as it names the scheme and has a good token in it. One without
 * brings no token at all.
 */
function withoutToken(one: Fault, request: SentRequest, { accepted }: KnownTokens): Fault {
  const [value = ''] = valuesOf(request, 'authorization')
  const [, behind = ''] = /(?:^|[\s,])bearer(.*)$/is.exec(value) ?? []
  const words = new Set(behind.split(/[^\w.~+/-]+/))
  const hasToken = accepted.some((token) => words.has(token.replace(/=+$/, '')))
  return one.rule === 'malformed-credential-refused' && !hasToken
    ? fault('token-required', one.statuses, one.statusRule)
    : one
}
