/** Turns a selection of plants into an SQL condition. */
import { StoreError } from '../store-error.ts'
import type { PlantSelection } from '../store.ts'
import type { Parameter } from './connection.ts'

/** A condition on the table `plant`, and the values of its parameters. */
export interface Condition {
  readonly where: string
  readonly parameters: readonly Parameter[]
}

/** The condition of a selection. `first` is the number of its first parameter. Throws `invalid` if it is empty. */
export function matchPlants(selection: PlantSelection, first = 1): Condition {
  if ('all' in selection) return { where: 'true', parameters: [] }
  const { id, key, name, tag } = selection
  const parts = Object.entries({ plant_id: id, key, name, tag }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, values: [value].flat() }],
  )
  if (parts.length === 0) {
    throw new StoreError('invalid', 'Say which plants are meant: by id, key, name or tag, or all of them.')
  }
  const conditions = parts.map(
    ({ column }, index) =>
      `${column} = any ($${first + index}::${column === 'plant_id' ? 'bigint' : 'text'}[])`,
  )
  return { where: conditions.join(' and '), parameters: parts.map(({ values }) => values) }
}
