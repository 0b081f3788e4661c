/** The numbers by which tokens and plants are named. */
import { InvalidArgumentError } from 'commander'

/** A positive whole number; anything else is an `InvalidArgumentError`. */
export function parseId(text: string): number {
  const id = Number(text)
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(id)) {
    throw new InvalidArgumentError('An id is a whole number above 0, as the list shows it.')
  }
  return id
}
