/** The source of src/validators.ts. */
import { Plant, Plants, PlantStoreError } from '../src/schemas.ts'
import { checkSource, type Schema } from './validator-source.ts'

interface Checked {
  readonly name: string
  readonly what: string
  readonly schema: Schema
}

const all: readonly Checked[] = [
  { name: 'Plant', what: 'one plant', schema: Plant },
  { name: 'Plants', what: 'a list of plants: the body of a `200`', schema: Plants },
  {
    name: 'PlantStoreError',
    what: 'an Error: the body of every refusal and failure',
    schema: PlantStoreError,
  },
]

/** The module before it is formatted. */
export function validatorModule(): string {
  return `/**
 * Checks of answers: plain functions, without any dependency, that build nothing from text. Members beyond the
 * contract are allowed, as the contract allows them.
 *
 * Made from the schemas by \`pnpm --filter @plant-store/contracts validators\`; don't change it by hand.
 */
import type { Plant, Plants, PlantStoreError } from './types.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function must(fault: string | undefined): void {
  if (fault !== undefined) throw new TypeError(fault)
}
${all.map((one) => source(one)).join('')}`
}

const source = ({ name, what, schema }: Checked): string => `
function faultOf${name}(value: unknown): string | undefined {
${checkSource(schema, 'value', '')}
return undefined
}

/** Whether the value is ${what}. */
export const is${name} = (value: unknown): value is ${name} => faultOf${name}(value) === undefined

/** Throws a \`TypeError\` that says where the value is not ${what}. */
export function assert${name}(value: unknown): asserts value is ${name} {
  must(faultOf${name}(value))
}
`
