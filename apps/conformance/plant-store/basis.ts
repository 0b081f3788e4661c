/** What a check by our own contract goes by. */
import { knownOperation, limitedTo, listPlants, otherOperations, ownContract } from './contract.ts'
import { triedOf } from '../src/document/oracle/analyse.ts'
import { rulesOf } from '../src/document/rules.ts'
import type { AnyOperation } from '../src/document/model.ts'
import type { Rule } from '../src/rules/rules.ts'
import type { Basis } from '../src/run/basis.ts'
import type { Subject } from '../src/subject.ts'
import { rules } from './rules.ts'

/** The given contract declares two of the statuses. */
const givenStatuses = new Set(['200', '400'])

/** By our own contract; `writes`: whether what may change something is tried. */
export function ownBasis(only: Subject['only'] = 'all', writes = false): Basis {
  const responses = listPlants.responses.filter(({ status }) => only === 'all' || givenStatuses.has(status))
  const others = triedOf(otherOperations, writes)
  return {
    contract: ownContract,
    rules: [
      ...rules.map((rule) => Object.assign({ operation: knownOperation }, rule)),
      ...rulesOfOthers(others),
    ],
    operations: [{ ...listPlants, responses }, ...others],
    firstTarget: limitedTo(1),
  }
}

/** The rules of operations other than the list of plants, with those of HTTP that our own contract has none for. */
export function rulesOfOthers(operations: readonly AnyOperation[]): readonly Rule[] {
  const own = new Set(rules.map(({ id }) => id))
  return operations.length === 0 ? [] : rulesOf({ operations }).filter(({ id }) => !own.has(id))
}
