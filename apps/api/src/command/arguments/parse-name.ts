/** Parses names and ids given as arguments. */
import { isWellFormedToken } from '@plant-store/store'
import { InvalidArgumentError } from 'commander'

/** A name for something new. A token is an `InvalidArgumentError`: the database would keep it and lists show it. */
export function parseName(text: string): string {
  if (!isWellFormedToken(text)) return text
  throw new InvalidArgumentError('This is a token, which is a secret; choose a name.')
}

/** A positive whole number; anything else is an `InvalidArgumentError`. */
export function parseId(text: string): number {
  const id = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id
  throw new InvalidArgumentError('An id is a whole number above 0, as the list shows it.')
}

/** Ids from an option that may be given several times. */
export function collectIds(text: string, ids: readonly number[] = []): readonly number[] {
  return [...ids, parseId(text)]
}
