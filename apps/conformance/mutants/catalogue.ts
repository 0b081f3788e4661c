/** The catalogue: servers of every class that break the contract, and correct ones. */
// oxlint-disable import/max-dependencies -- the one place that imports them all
import * as access from './catalogue/access.ts'
import * as askedTags from './catalogue/asked-tags.ts'
import * as authentication from './catalogue/authentication.ts'
import * as caches from './catalogue/caches.ts'
import * as clocks from './catalogue/clocks.ts'
import * as codings from './catalogue/codings.ts'
import * as conditions from './catalogue/conditions.ts'
import * as connectionEnds from './catalogue/connection-ends.ts'
import * as errorBody from './catalogue/error-body.ts'
import * as firstContact from './catalogue/first-contact.ts'
import * as frameworkParameters from './catalogue/framework-parameters.ts'
import * as framing from './catalogue/framing.ts'
import * as gatewayFields from './catalogue/gateway-fields.ts'
import * as givenLiberties from './catalogue/given-liberties.ts'
import * as givenVariants from './catalogue/given-variants.ts'
import * as headers from './catalogue/headers.ts'
import * as limitGrammar from './catalogue/limit-grammar.ts'
import * as limitMeaning from './catalogue/limit-meaning.ts'
import * as limitQueries from './catalogue/limit-queries.ts'
import * as longLists from './catalogue/long-lists.ts'
import * as longerTurns from './catalogue/longer-turns.ts'
import * as lookedAtFirst from './catalogue/looked-at-first.ts'
import * as manyPeople from './catalogue/many-people.ts'
import * as methods from './catalogue/methods.ts'
import * as namesOfParameters from './catalogue/names-of-parameters.ts'
import * as plantBody from './catalogue/plant-body.ts'
import * as plantTexts from './catalogue/plant-texts.ts'
import * as polls from './catalogue/polls.ts'
import * as rareFields from './catalogue/rare-fields.ts'
import * as refusedCredentials from './catalogue/refused-credentials.ts'
import * as remembered from './catalogue/remembered.ts'
import * as reportedAccess from './catalogue/reported-access.ts'
import * as reportedConditions from './catalogue/reported-conditions.ts'
import * as reportedConnections from './catalogue/reported-connections.ts'
import * as reportedErrors from './catalogue/reported-errors.ts'
import * as reportedFields from './catalogue/reported-fields.ts'
import * as reportedLimits from './catalogue/reported-limits.ts'
import * as reportedLists from './catalogue/reported-lists.ts'
import * as reportedPlants from './catalogue/reported-plants.ts'
import * as reportedRequests from './catalogue/reported-requests.ts'
import * as reportedRoutes from './catalogue/reported-routes.ts'
import * as reportedStatus from './catalogue/reported-status.ts'
import * as reportedTokens from './catalogue/reported-tokens.ts'
import * as reportedVariants from './catalogue/reported-variants.ts'
import * as reportedVariantsTexts from './catalogue/reported-variants-texts.ts'
import * as reportedVariantsWorlds from './catalogue/reported-variants-worlds.ts'
import * as requestFields from './catalogue/request-fields.ts'
import * as requestIds from './catalogue/request-ids.ts'
import * as requestLines from './catalogue/request-lines.ts'
import * as sharedState from './catalogue/shared-state.ts'
import * as sideBySide from './catalogue/side-by-side.ts'
import * as status from './catalogue/status.ts'
import * as targets from './catalogue/targets.ts'
import * as timeAndState from './catalogue/time-and-state.ts'
import * as tokenLookups from './catalogue/token-lookups.ts'
import * as tokensAndCookies from './catalogue/tokens-and-cookies.ts'
import * as turns from './catalogue/turns.ts'
import * as unreadContent from './catalogue/unread-content.ts'
import * as variantApplications from './catalogue/variant-applications.ts'
import * as variantCodings from './catalogue/variant-codings.ts'
import * as variantConnections from './catalogue/variant-connections.ts'
import * as variantFields from './catalogue/variant-fields.ts'
import * as variantGateways from './catalogue/variant-gateways.ts'
import * as variantMachines from './catalogue/variant-machines.ts'
import * as variantProducts from './catalogue/variant-products.ts'
import * as variantOctets from './catalogue/variant-octets.ts'
import * as variantStrictness from './catalogue/variant-strictness.ts'
import * as variantWorlds from './catalogue/variant-worlds.ts'
import * as variantWritings from './catalogue/variant-writings.ts'
import * as variants from './catalogue/variants.ts'
import * as whatAnswersSay from './catalogue/what-answers-say.ts'
import * as whoseList from './catalogue/whose-list.ts'
import { type Mutant, type MutantClass, mutantsOf, type Tables, together } from './mutant.ts'

const classes: Readonly<Record<MutantClass, readonly Tables[]>> = {
  'body of a plant': [plantBody, plantTexts, reportedPlants],
  'body of an error': [errorBody, reportedErrors],
  status: [
    status,
    requestFields,
    rareFields,
    gatewayFields,
    frameworkParameters,
    reportedRequests,
    reportedStatus,
  ],
  headers: [headers, framing, codings, requestIds, whatAnswersSay, reportedFields],
  authentication: [
    authentication,
    refusedCredentials,
    requestLines,
    tokensAndCookies,
    tokenLookups,
    reportedTokens,
  ],
  access: [access, caches, manyPeople, whoseList, sharedState, reportedAccess],
  'grammar of limit': [limitGrammar, limitQueries, namesOfParameters, reportedLimits],
  'meaning of limit': [limitMeaning, longLists, reportedLists],
  'methods and paths': [methods, lookedAtFirst, targets, reportedRoutes],
  'time and state': [
    timeAndState,
    conditions,
    turns,
    remembered,
    clocks,
    sideBySide,
    polls,
    firstContact,
    connectionEnds,
    unreadContent,
    longerTurns,
    askedTags,
    reportedConditions,
    reportedConnections,
  ],
  variant: [
    variantWritings,
    variants,
    variantWorlds,
    givenVariants,
    givenLiberties,
    variantOctets,
    variantProducts,
    variantConnections,
    variantCodings,
    variantFields,
    variantMachines,
    variantStrictness,
    variantApplications,
    variantGateways,
    reportedVariants,
    reportedVariantsTexts,
    reportedVariantsWorlds,
  ],
}

/** Each faulty server must be caught; no correct one may be accused. */
export const mutants: readonly Mutant[] = Object.entries(classes).flatMap(([kind, tables]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type above says so
  tables.flatMap((one) => mutantsOf(kind as MutantClass, one)),
)

const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))

/**
 * The mutant with that name; for several names joined by plus signs, all of these in one. Throws a `RangeError` for an
 * unknown name.
 */
export const mutantById = (id: string): Mutant => together(id.split('+').map((one) => named(one)))

function named(id: string): Mutant {
  const mutant = byId.get(id)
  if (mutant === undefined) throw new RangeError(`There is no mutant ${JSON.stringify(id)}.`)
  return mutant
}
