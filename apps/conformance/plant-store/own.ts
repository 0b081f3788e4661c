/** The contract that the command checks by where it is given no other: all that the harness knows of this folder. */
import type { OwnContract } from '../src/run/basis.ts'
import { ownBasis } from './basis.ts'
import { checkerNames, makeCheckers } from './checkers.ts'
import { listPlants, ownContract } from './contract.ts'
import { faultOfCredentials } from './fault-of-credentials.ts'
import { rules } from './rules.ts'

export const plantStore: OwnContract = {
  contract: ownContract,
  paths: [listPlants.path],
  rules,
  checkerNames,
  basis: async ({ checker = 'all', report, writes, only, checkers }) => {
    const all = checkers ?? (await makeCheckers(report, writes))
    return {
      ...ownBasis(only, writes),
      checkers: all.filter(({ name }) => checker === 'all' || name === checker),
      credentialFields: ['authorization'],
      faultOf: faultOfCredentials,
    }
  },
}

export const own: OwnContract | undefined = plantStore
