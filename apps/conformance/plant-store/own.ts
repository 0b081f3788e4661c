/** The contract that the command checks by where it is given no other: all that the harness knows of this folder. */
import type { OwnContract } from '../src/own-contract.ts'
import { ownBasis } from './basis.ts'
import { checkerNames, makeCheckers } from './checkers.ts'
import { changesAnything, contractFile, contractPath, listPlants, readContract } from './contract.ts'
import { faultOfCredentials } from './fault-of-credentials.ts'
import { rules } from './rules.ts'

export const own: OwnContract | undefined = {
  contract: readContract(),
  file: contractFile,
  name: contractPath,
  paths: [listPlants.path],
  rules,
  changesAnything,
  credentialFields: ['authorization'],
  faultOf: faultOfCredentials,
  basis: ownBasis,
  checkerNames,
  makeCheckers,
}
