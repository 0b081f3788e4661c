/** What is said where what is named is not there, or is there already. */
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

/** Throws `conflict` where something has the name already: `holder` is its id. */
export function requireFree(what: string, name: string, holder: number | undefined): void {
  if (holder === undefined) return
  throw new StoreError('conflict', `There is a ${what} named ${JSON.stringify(name)} already.`)
}

/** Throws `conflict` where a plant has the key already. */
export function requireFreeKey(key: string, holder: unknown): void {
  if (holder === undefined) return
  throw new StoreError('conflict', `There is a plant with the key ${JSON.stringify(key)} already.`)
}
