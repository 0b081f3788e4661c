/** schemathesis, by our own contract. */
import { schemathesisChecker } from '../../src/adapters/schemathesis/checker.ts'
import type { Basis } from '../../src/adapters/schemathesis/command.ts'
import { triedOf } from '../../src/document/oracle/analyse.ts'
import type { Checker } from '../../src/run/checker.ts'
import { rulesOfOthers } from '../basis.ts'
import { otherOperations, ownContract } from '../contract.ts'
import { profile } from './profile.ts'

/** Beside sessions schemathesis changes nothing: they count on what they have made. */
export const basis: Basis = (() => {
  const operations = triedOf(otherOperations, false)
  return { contract: ownContract, operations, rules: rulesOfOthers(operations), profile }
})()

export const ownSchemathesis = (
  options: Omit<Parameters<typeof schemathesisChecker>[0], 'basis'> = {},
): Checker => schemathesisChecker({ ...options, basis })
