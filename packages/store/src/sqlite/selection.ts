/** Turns a selection of plants into an SQL condition. */
import type { SqlValue } from './connection.ts'
import { StoreError } from '../store-error.ts'
import type { PlantSelection } from '../store.ts'

/** A condition on the table `plant`, and the values of its parameters. */
export interface Condition {
  readonly where: string
  readonly parameters: readonly SqlValue[]
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
  let next = first
  const conditions = parts.map(({ column, values }) => {
    // With the index of tags, the plants of several tags would be sorted for every batch of a list, and a name would be
    // found slowly: the plus prevents its use.
    const isByIndex = column !== 'tag' || (parts.length === 1 && values.length === 1)
    return `${isByIndex ? '' : '+'}${column} in (${values.map(() => `?${next++}`).join(', ')})`
  })
  return { where: conditions.join(' and '), parameters: parts.flatMap(({ values }) => values) }
}
