/** What the contract gives as examples; the tests compare it with `openapi.yaml`. */
import type { Plant } from '@plant-store/contracts'

/** The example of a list: several plants, one without a tag. */
export const examplePlants: readonly Plant[] = [
  { name: 'Alder', tag: 'Alnus' },
  { name: 'Black alder' },
  { name: 'Common alder', tag: 'Alnus' },
  { name: 'False alder', tag: 'Ilex' },
]

/** Of the header fields whose examples say more than their form. */
export const exampleFields = {
  listCacheControl: 'private, no-cache',
  errorCacheControl: 'no-store',
  vary: 'Authorization',
  retryAfter: 1,
  missingToken: 'Bearer realm="plant-store"',
  refusedToken: 'Bearer realm="plant-store", error="invalid_token"',
} as const
