/** The contract's examples; the tests compare them with `openapi.yaml`. */
import type { Plant } from '@plant-store/contracts'

/** The example of a list: several plants, one without a tag. */
export const examplePlants: readonly Plant[] = [
  { name: 'Alder', tag: 'Alnus' },
  { name: 'Black alder' },
  { name: 'Common alder', tag: 'Alnus' },
  { name: 'False alder', tag: 'Ilex' },
]

/** The examples of lists, by their names. */
export const exampleLists: Readonly<Record<string, readonly Plant[]>> = {
  several: examplePlants,
  one: examplePlants.slice(0, 1),
  none: [],
}

/** The examples of those header fields whose value matters, not only its form. */
export const exampleFields = {
  listCacheControl: 'private, no-cache',
  errorCacheControl: 'no-store',
  vary: 'Authorization',
  retryAfter: 1,
  missingToken: 'Bearer realm="plant-store"',
  refusedToken: 'Bearer realm="plant-store", error="invalid_token"',
} as const
