/** Operations as in the contract's table: all that is known about a service whose plants are not known. */
import type { TObject, TSchema } from '@sinclair/typebox'

/** One row of `operations` of @plant-store/contracts. */
export interface Operation {
  readonly operationId: string
  readonly method: string
  /** May be a template, such as `/plants/{id}`. */
  readonly path: string
  readonly query: TObject
  readonly responses: Readonly<Record<number, TSchema>>
  readonly responseHeaders: Readonly<Record<number, TObject>>
}

/** A whole number in the query. */
export interface IntegerParameter {
  readonly name: string
  readonly minimum: number
  readonly maximum: number
}

/** The parameters of the query that are whole numbers. */
export function integerParameters({ query }: Operation): readonly IntegerParameter[] {
  return Object.entries<TSchema>(query.properties)
    .filter(([, schema]) => schema['type'] === 'integer')
    .map(([name, schema]) => ({
      name,
      minimum: numberOr(schema['minimum'], 0),
      maximum: numberOr(schema['maximum'], 2_147_483_647),
    }))
}

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)

/** The methods allowed at a path: HEAD wherever there is GET. */
export function methodsAt(operations: readonly Operation[], path: string): readonly string[] {
  const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

/** Whether it returns the list of the world file: what each caller is owed is known for no other operation. */
export const listsPlants = ({ operationId }: Operation): boolean => operationId === 'listPlants'
