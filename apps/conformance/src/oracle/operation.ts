/** Operations as the contract's table has them: all that is known of the service without knowing its plants. */
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

/** What may be asked at a path: HEAD wherever there is GET. */
export function methodsAt(operations: readonly Operation[], path: string): readonly string[] {
  const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method)
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods
}

/** Whether its list is that of the world file: of no other operation is it known what each caller is owed. */
export const listsPlants = ({ operationId }: Operation): boolean => operationId === 'listPlants'
