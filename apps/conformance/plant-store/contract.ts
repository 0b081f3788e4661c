/** The contract of this repository: the list of plants, and what else it declares. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { objectAt } from '../src/contract/pointers.ts'
import { type AnyContract, type AnyOperation, isSafe } from '../src/document/model.ts'
import { operationsOf } from '../src/document/operations.ts'

/** Where it is. */
export const contractFile = fileURLToPath(import.meta.resolve('#openapi.yaml'))

/** Reports and annotations name it by its path within the repository. */
export const ownContract: AnyContract = (() => {
  const text = readFileSync(contractFile, 'utf8')
  const document: unknown = parse(text)
  return { name: 'contracts/openapi.yaml', text, document, operations: operationsOf(document), files: [] }
})()

/** The operation whose lists the world file gives: the oracle of our own contract knows it in full. */
export const knownOperation = 'listPlants'

export const listPlants: AnyOperation = (() => {
  const found = ownContract.operations.find(({ id }) => id === knownOperation)
  if (found === undefined) throw new Error(`The contract has no operation ${knownOperation}.`)
  return found
})()

/** What else it declares: checked as any document is. */
export const otherOperations: readonly AnyOperation[] = ownContract.operations.filter(
  (one) => one !== listPlants,
)

/** Whether it declares what may change something. */
export const changesAnything = otherOperations.some(({ method }) => !isSafe(method))

const { minimum, maximum } = objectAt(ownContract.document, '/components/parameters/Limit/schema')

/** What a limit may be. */
export const limits = { least: Number(minimum), most: Number(maximum) } as const

/** The path of the list, with a limit. */
export const limitedTo = (limit: number | string): string => `${listPlants.path}?limit=${limit}`
