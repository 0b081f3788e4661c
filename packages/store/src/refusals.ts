/** The errors for a name or id that does not exist, or that is already taken. */
import { StoreError } from './store-error.ts'
import type { PlantId } from './store.ts'

export function noSuchUser(name: string): StoreError {
  return new StoreError('not-found', `There is no user named ${JSON.stringify(name)}.`)
}

export function noSuchGroup(name: string): StoreError {
  return new StoreError('not-found', `There is no group named ${JSON.stringify(name)}.`)
}

export function noSuchToken(id: number): StoreError {
  return new StoreError('not-found', `There is no token with the id ${id}.`)
}

export function noSuchPlant(which: PlantId): StoreError {
  const named = 'id' in which ? `the id ${which.id}` : `the key ${JSON.stringify(which.key)}`
  return new StoreError('not-found', `There is no plant with ${named}.`)
}

/** Throws `conflict` if the name is taken: `holder` is the id of what has it. */
export function requireFree(what: string, name: string, holder: number | undefined): void {
  if (holder === undefined) return
  throw new StoreError('conflict', `There is a ${what} named ${JSON.stringify(name)} already.`)
}

/** Throws `conflict` if a plant already has the key. */
export function requireFreeKey(key: string, holder: unknown): void {
  if (holder === undefined) return
  throw new StoreError('conflict', `There is a plant with the key ${JSON.stringify(key)} already.`)
}
