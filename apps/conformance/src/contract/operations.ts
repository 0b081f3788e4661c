/** Our own contract: the list of plants, and what else it declares. */
import { type AnyContract, type AnyOperation, isSafe } from '../document/model.ts'
import { operationsOf } from '../document/operations.ts'
import { readContract } from './document.ts'
import { objectAt } from './pointers.ts'

/** This repository's contract, as any other is read. */
export const ownContract: AnyContract = (() => {
  const { name, document, lines } = readContract()
  return {
    name,
    title: String(objectAt(document, '/info')['title']),
    text: lines.join('\n'),
    document,
    operations: operationsOf(document),
    files: [],
  }
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

/** The query is everything after the first question mark. Of an absolute URL, only the part after the host counts. */
export function splitTarget(whole: string): readonly [path: string, query: string] {
  const target = whole.replace(/^https?:\/\/[^/?#]*(?=([/?]?))/i, (_, next: string) =>
    next === '/' ? '' : '/',
  )
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}
