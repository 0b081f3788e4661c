/** What a check by our own contract goes by. */
import type { Contract } from '../src/contract/document.ts'
import {
  readContract,
  knownOperation,
  limitedTo,
  listPlants,
  otherOperations,
  ownContract,
} from './contract.ts'
import { reportable } from '../src/document/lines.ts'
import { triedOf } from '../src/document/oracle/analyse.ts'
import { rulesOf } from '../src/document/rules.ts'
import type { AnyOperation } from '../src/document/model.ts'
import type { Rule } from '../src/rules/rules.ts'
import type { Basis } from '../src/run/basis.ts'
import { rules } from './rules.ts'

/** By our own contract; `writes`: whether what may change something is tried. */
export function ownBasis(contract = readContract(), writes = false): Basis {
  const others = triedOf({ operations: otherOperations }, writes)
  return {
    contract: others.length === 0 ? contract : withOthers(contract),
    rules: [
      ...rules.map((rule) => Object.assign({ operation: knownOperation }, rule)),
      ...rulesOfOthers(others),
    ],
    operations: [listPlants, ...others],
    firstTarget: limitedTo(1),
  }
}

/** The rules of operations other than the list of plants, with those of HTTP that our own contract has none for. */
export function rulesOfOthers(operations: readonly AnyOperation[]): readonly Rule[] {
  const own = new Set(rules.map(({ id }) => id))
  return operations.length === 0 ? [] : rulesOf({ operations }).filter(({ id }) => !own.has(id))
}

/** Rules of any document may stand where our own have no words. */
function withOthers(contract: Contract): Contract {
  const any = reportable(ownContract)
  return {
    ...contract,
    lineOf: (place) => (place.part === undefined ? contract : any).lineOf(place),
    partOf: (place) => place.part ?? (place.pointer === '' ? 'HTTP' : contract.partOf(place)),
  }
}
