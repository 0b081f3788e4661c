/** What is due by the given contract alone. */
import { valuesOf } from '@plant-store/raw-http'
import type { SentRequest } from '../../src/exchange.ts'
import { hasUsualFields, isHarmless, isOrdinary, isOrdinaryTarget } from '../given-requests.ts'
import { ruleById } from '../rules.ts'
import { type PlantAnalysis, type PlantFault, fault, refusals } from './analysis.ts'
import type { Known, KnownTokens } from './known.ts'

/** The grounds that hold by OpenAPI's own keywords, which accept such a number. */
const givenGrounds = new Set(['limit-accepts-every-number'])

/** Where a service may also fail, only a response as if nothing were wrong would be a breach. */
const anyFailure: readonly number[] = Array.from({ length: 200 }, (_, index) => 400 + index)

const isGiven = (rule: string): boolean => ruleById(rule).origin === 'given'

/** A request that relies on a completed sentence may be answered in any way. */
export function reduceToGiven(
  request: SentRequest,
  analysis: PlantAnalysis,
  { tokens, host }: Known,
): PlantAnalysis {
  const given = analysis.faults
    .map((one) => withoutToken(one, request, tokens))
    // Some services drop a parameter from an improper query; it is then not wrong.
    .filter(({ rule }) => isGiven(rule) && (!rule.startsWith('limit-') || isOrdinaryTarget(request.target)))
  // The given contract says nothing about other paths and methods.
  const isSpokenOf = analysis.isList === true && isOrdinary(request)
  const isAsUsual = hasUsualFields(request, host)
  const isUnusual = !isSpokenOf || !isAsUsual || analysis.grounds.some((ground) => !givenGrounds.has(ground))
  // Whatever else is wrong, or looks wrong, may be reported instead.
  const isOneOfMany = isUnusual || given.length < analysis.faults.length || !isHarmless(request)
  // The given contract does not say which status turns a caller away.
  const statuses = isAsUsual ? refusals : anyFailure
  const faults = given.map((one) =>
    isOneOfMany || !isGiven(one.statusRule) ? fault(one.rule, statuses) : one,
  )
  const isSilent = faults.length === 0 && (isUnusual || analysis.faults.length > 0)
  const owed = isSpokenOf ? 'a response' : 'nothing'
  return { ...analysis, faults, owed, isOpen: analysis.isOpen || isSilent }
}

/**
 * How strictly a credential is read is left open, as long as it names the scheme and contains an accepted token. A
 * credential without one carries no token at all.
 */
function withoutToken(one: PlantFault, request: SentRequest, { accepted }: KnownTokens): PlantFault {
  const [value = ''] = valuesOf(request, 'authorization')
  const [, behind = ''] = /(?:^|[\s,])bearer(.*)$/is.exec(value) ?? []
  const words = new Set(behind.split(/[^\w.~+/-]+/))
  const hasToken = accepted.some((token) => words.has(token.replace(/=+$/, '')))
  return one.rule === 'malformed-credential-refused' && !hasToken
    ? fault('token-required', one.statuses, one.statusRule)
    : one
}
