/**
 * Checks of answers: plain functions, without any dependency, that build nothing from text. Members beyond the
 * contract are allowed, as the contract allows them.
 *
 * Made from the schemas by `pnpm --filter @plant-store/contracts validators`; don't change it by hand.
 */
import type { Plant, Plants, PlantStoreError } from './types.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function must(fault: string | undefined): void {
  if (fault !== undefined) throw new TypeError(fault)
}

function faultOfPlant(value: unknown): string | undefined {
  if (!isObject(value)) return `the value is not an object`
  const name = value['name']
  if (name === undefined) return `/name is missing`
  if (typeof name !== 'string') return `/name is not a text`
  const tag = value['tag']
  if (tag !== undefined && typeof tag !== 'string') return `/tag is not a text`
  return undefined
}

/** Whether the value is one plant. */
export const isPlant = (value: unknown): value is Plant => faultOfPlant(value) === undefined

/** Throws a `TypeError` that says where the value is not one plant. */
export function assertPlant(value: unknown): asserts value is Plant {
  must(faultOfPlant(value))
}

function faultOfPlants(value: unknown): string | undefined {
  if (!Array.isArray(value)) return `the value is not an array`
  for (let index = 0; index < value.length; index += 1) {
    const item: unknown = value[index]
    if (!isObject(item)) return `/${index} is not an object`
    const name1 = item['name']
    if (name1 === undefined) return `/${index}/name is missing`
    if (typeof name1 !== 'string') return `/${index}/name is not a text`
    const tag1 = item['tag']
    if (tag1 !== undefined && typeof tag1 !== 'string') return `/${index}/tag is not a text`
  }
  return undefined
}

/** Whether the value is a list of plants: the body of a `200`. */
export const isPlants = (value: unknown): value is Plants => faultOfPlants(value) === undefined

/** Throws a `TypeError` that says where the value is not a list of plants: the body of a `200`. */
export function assertPlants(value: unknown): asserts value is Plants {
  must(faultOfPlants(value))
}

function faultOfPlantStoreError(value: unknown): string | undefined {
  if (!isObject(value)) return `the value is not an object`
  const error = value['error']
  if (error === undefined) return `/error is missing`
  if (!(typeof error === 'number' && Number.isInteger(error) && error >= -2147483648 && error <= 2147483647))
    return `/error is not a whole number from -2147483648 to 2147483647`
  const message = value['message']
  if (message === undefined) return `/message is missing`
  if (typeof message !== 'string') return `/message is not a text`
  return undefined
}

/** Whether the value is an Error: the body of every refusal and failure. */
export const isPlantStoreError = (value: unknown): value is PlantStoreError =>
  faultOfPlantStoreError(value) === undefined

/** Throws a `TypeError` that says where the value is not an Error: the body of every refusal and failure. */
export function assertPlantStoreError(value: unknown): asserts value is PlantStoreError {
  must(faultOfPlantStoreError(value))
}
