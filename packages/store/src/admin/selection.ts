/** Turns a selection of plants into an SQL condition. */
import { StoreError } from '../store-error.ts'
import type { PlantSelection } from '../store.ts'
import type { Reading, SqlValue } from './sql.ts'

/** A condition on the table `plant`, and the values of its parameters. */
export interface Condition {
  readonly where: string
  readonly parameters: readonly SqlValue[]
}

/** The condition of a selection. `first` is the number of its first parameter. Throws `invalid` if it is empty. */
export function matchPlants(
  { dialect }: Pick<Reading, 'dialect'>,
  selection: PlantSelection,
  first = 1,
): Condition {
  if ('all' in selection) return { where: 'true', parameters: [] }
  const { id, key, name, tag } = selection
  const parts = Object.entries({ plant_id: id, key, name, tag }).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, values: [value].flat() }],
  )
  if (parts.length === 0) {
    throw new StoreError('invalid', 'Say which plants are meant: by id, key, name or tag, or all of them.')
  }
  const conditions = parts.map(({ column, values }, index) => {
    // With the index of tags, SQLite would sort the plants of several tags for every batch of a list, and find a name
    // slowly.
    const isByIndex = column !== 'tag' || (parts.length === 1 && values.length === 1)
    const left = isByIndex ? column : dialect.unindexed + column
    if (values.length === 1) return `${left} = $${first + index}`
    const type = column === 'plant_id' ? 'bigint' : 'text'
    return `${left} in (select cast(value as ${type}) from ${dialect.texts(first + index)})`
  })
  return {
    where: conditions.join(' and '),
    parameters: parts.map(({ values }) =>
      values.length === 1 ? (values[0] ?? null) : JSON.stringify(values),
    ),
  }
}
