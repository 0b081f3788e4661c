/**
 * Checks of responses: plain functions, without any dependency, that build nothing from text. Members beyond the contract
 * are allowed, as the contract allows them. The tests prove that these checks and the schemas agree.
 */
import type { Plant, Plants, PlantStoreError } from './types.ts'

/** `at` is the JSON pointer of the value. */
function expect(isRight: boolean, value: unknown, at: string, what: string): void {
  if (!isRight)
    throw new TypeError(`${at || 'the value'} is ${value === undefined ? 'missing' : `not ${what}`}`)
}

function text(value: unknown, at: string): void {
  expect(typeof value === 'string', value, at, 'a text')
}

function members(value: unknown, at: string): Readonly<Record<string, unknown>> {
  expect(typeof value === 'object' && value !== null && !Array.isArray(value), value, at, 'an object')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line before has checked it
  return value as Readonly<Record<string, unknown>>
}

function plant(value: unknown, at: string): void {
  const { name, tag } = members(value, at)
  text(name, `${at}/name`)
  if (tag !== undefined) text(tag, `${at}/tag`)
}

const passes = (check: (value: unknown) => void, value: unknown): boolean => {
  try {
    check(value)
    return true
  } catch {
    return false
  }
}

/** Throws a `TypeError` that says where the value is not one plant. */
export function assertPlant(value: unknown): asserts value is Plant {
  plant(value, '')
}

/** Throws a `TypeError` that says where the value is not a list of plants: the body of a `200`. */
export function assertPlants(value: unknown): asserts value is Plants {
  expect(Array.isArray(value), value, '', 'an array')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line before has checked it
  for (const [index, item] of (value as unknown[]).entries()) plant(item, `/${index}`)
}

/** Throws a `TypeError` that says where the value is not an Error: the body of every refusal and failure. */
export function assertPlantStoreError(value: unknown): asserts value is PlantStoreError {
  const { error, message } = members(value, '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever it is, only an int32 stays itself
  const isInt32 = ((error as number) & -1) === error
  expect(isInt32, error, '/error', 'a whole number from -2147483648 to 2147483647')
  text(message, '/message')
}

/** Whether the value is one plant. */
export const isPlant = (value: unknown): value is Plant => passes(assertPlant, value)

/** Whether the value is a list of plants: the body of a `200`. */
export const isPlants = (value: unknown): value is Plants => passes(assertPlants, value)

/** Whether the value is an Error: the body of every refusal and failure. */
export const isPlantStoreError = (value: unknown): value is PlantStoreError =>
  passes(assertPlantStoreError, value)
