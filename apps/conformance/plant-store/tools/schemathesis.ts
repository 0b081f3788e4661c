/** schemathesis, by our own contract. */
import { schemathesisChecker } from '../../src/adapters/schemathesis/checker.ts'
import type { ToolBasis } from '../../src/adapters/schemathesis/command.ts'
import { triedOf } from '../../src/document/oracle/analyse.ts'
import type { Checker } from '../../src/run/checker.ts'
import { rulesOfOthers } from '../basis.ts'
import { otherOperations, ownContract } from '../contract.ts'
import { profileBy } from './profile.ts'
import { suppressions } from './suppressions.ts'

/** Beside sessions schemathesis changes nothing: they count on what they have made. */
export const basisBy = (among = suppressions): ToolBasis => {
  const operations = triedOf(otherOperations, false)
  return { contract: ownContract, operations, rules: rulesOfOthers(operations), profile: profileBy(among) }
}

/** `among`: in place of the table, for tests. */
export const ownSchemathesis = (reportDirectory?: string, among?: typeof suppressions): Checker =>
  schemathesisChecker({ reportDirectory, basis: basisBy(among) })
