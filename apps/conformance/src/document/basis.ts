/** What a check by any document goes by: the document, its rules, and the checker that knows them. */
import type { Basis } from '../run/check.ts'
import type { Checker } from '../run/checker.ts'
import { failuresByRule } from '../run/failures.ts'
import { documentChecker } from './checker.ts'
import { reportable } from './lines.ts'
import { loadContract } from './load.ts'
import type { SecurityScheme } from './model.ts'
import { triedOf } from './oracle/analyse.ts'
import { loadProfile, rulesOfProfile } from './profile.ts'
import { rulesOf } from './rules.ts'

/**
 * `contract` and `profile` are files, or for the contract a URL; `writes`: whether what may change something is tried.
 * Rejects with a `ContractError` or a `ProfileError`.
 */
export async function readBasis(
  contract: string,
  {
    profile: profileFile,
    writes = false,
  }: { readonly profile?: string | undefined; readonly writes?: boolean | undefined },
): Promise<Basis & { readonly checkers: readonly Checker[]; readonly credentialFields: readonly string[] }> {
  const [document, profile] = await Promise.all([
    loadContract(contract),
    profileFile === undefined ? undefined : loadProfile(profileFile),
  ])
  const operations = triedOf(document, writes)
  const rules = [...rulesOf({ operations }), ...(profile === undefined ? [] : rulesOfProfile(profile))]
  const plain = operations.find(
    ({ method, parameters }) => method === 'GET' && parameters.every(({ isRequired }) => !isRequired),
  )
  return {
    contract: reportable(document),
    rules,
    operations: operations.map(({ id, method, path, responses }) => ({
      id,
      method,
      path,
      statuses: responses.map(({ status }) => status),
    })),
    findFailures: failuresByRule,
    firstTarget: plain?.path ?? '/',
    checkers: [documentChecker(document, rules, { profile, writes })],
    credentialFields: operations.flatMap(({ security }) => security.flat().map((one) => fieldOf(one))),
  }
}

/** The header field that carries a credential, in lower case; empty where it stands in the query. */
const fieldOf = ({ in: where = 'header', parameter = 'authorization' }: SecurityScheme): string =>
  ({ header: parameter.toLowerCase(), cookie: 'cookie', query: '' })[where]
