/** The errors for what does not exist, is already taken, or is no time. */
import { StoreError } from '../store-error.ts'
import type { PlantId } from '../store.ts'
import type { SubjectKind } from './sql.ts'

export function noSuch(kind: SubjectKind, name: string): StoreError {
  return new StoreError('not-found', `There is no ${kind} named ${JSON.stringify(name)}.`)
}

export function noSuchToken(id: number): StoreError {
  return new StoreError('not-found', `There is no token with the id ${id}.`)
}

export function noSuchPlant(which: PlantId): StoreError {
  const named = 'id' in which ? `the id ${which.id}` : `the key ${JSON.stringify(which.key)}`
  return new StoreError('not-found', `There is no plant with ${named}.`)
}

/** Throws `conflict` if a name or key is taken: `holder` is what has it. */
export function requireFree(what: string, name: string, holder: unknown): void {
  if (holder === undefined) return
  throw new StoreError('conflict', `There is a ${what} ${JSON.stringify(name)} already.`)
}

/** The time in milliseconds since 1970. Throws `invalid` for an invalid date. */
export function requireTime(time: Date): number {
  const value = time.getTime()
  if (!Number.isNaN(value)) return value
  throw new StoreError('invalid', 'The time is no date.')
}
