/** What a check by any document goes by: the document, its rules, and the checker that knows them. */
import { schemathesisChecker } from '../adapters/schemathesis/checker.ts'
import { otherRule } from '../adapters/tools.ts'
import type { CheckBasis, Wanted } from '../run/basis.ts'
import { documentChecker } from './checker.ts'
import { loadContract } from './load.ts'
import type { SecurityScheme } from './model.ts'
import { triedOf } from './oracle/analyse.ts'
import { isAddressable } from './paths.ts'
import { loadProfile, rulesOfProfile } from './profile.ts'
import { InputError } from '../input-error.ts'
import { rulesOf } from './rules.ts'

/** `contract` and `profile` are files, or for the contract a URL. Rejects with an `InputError`. */
export async function readBasis(
  contract: string,
  wanted: Wanted & { readonly profile?: string | undefined },
): Promise<CheckBasis> {
  // Sessions need nothing to be installed.
  const { writes = false, checker = 'sessions', report } = wanted
  const [document, profile] = await Promise.all([
    loadContract(contract),
    wanted.profile === undefined ? undefined : loadProfile(wanted.profile),
  ])
  const operations = triedOf(document.operations, writes)
  if (!document.operations.some((one) => isAddressable(one)))
    throw new InputError(`${contract} declares no operation whose path a request can have.`)
  if (operations.length === 0)
    throw new InputError(
      `${contract} declares nothing but what may change something, which is only tried with --writes.`,
    )
  const isBeside = checker !== 'sessions'
  const rules = [
    ...rulesOf({ operations }),
    ...(profile === undefined ? [] : rulesOfProfile(profile)),
    ...(isBeside ? [otherRule] : []),
  ]
  // Beside sessions it changes nothing: they count on what they have made.
  const its = triedOf(document.operations, writes && checker !== 'all')
  const ofDocument = { contract: document, operations: its, rules }
  const checkers = [
    documentChecker(document, rules, { profile, writes }),
    ...(isBeside ? [schemathesisChecker({ reportDirectory: report, basis: ofDocument })] : []),
  ]
  const plain = operations.find(
    ({ method, parameters }) => method === 'GET' && parameters.every(({ isRequired }) => !isRequired),
  )
  return {
    contract: document,
    rules,
    operations,
    firstTarget: plain?.path ?? '/',
    checkers: checkers.filter(({ name }) => checker === 'all' || name === checker),
    credentialFields: operations.flatMap(({ security }) => security.flat().map((one) => fieldOf(one))),
  }
}

/** The header field that carries a credential, in lower case; empty where it stands in the query. */
const fieldOf = ({ in: where = 'header', parameter = 'authorization' }: SecurityScheme): string =>
  ({ header: parameter.toLowerCase(), cookie: 'cookie', query: '' })[where]
