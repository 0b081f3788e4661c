/** Bodies of plants: items of the list that are no plants, or come twice. */
import { first, last, plants, plantTexts, tenth } from '../../faults/bodies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given } = faultsOf('body of a plant')

export const items: readonly Mutant[] = [
  given(
    'item-repeated-last',
    'The last plant comes twice.',
    plantTexts((text) => `${text},${text}`, last),
  ),
  given(
    'item-repeated-tenth',
    'The tenth plant comes twice.',
    plantTexts((text) => `${text},${text}`, tenth),
  ),
  given(
    'item-text',
    'The first plant is only its name.',
    plants(({ name }) => name, first),
  ),
  given(
    'item-null',
    'Behind the last plant comes null.',
    plantTexts((text) => `${text},null`, last),
  ),
  given(
    'item-list',
    'Plants come as lists of name and tag.',
    plants(({ name, tag }) => [name, tag]),
  ),
  given(
    'item-nested',
    'Each plant comes in a member plant.',
    plants((plant) => ({ plant })),
  ),
  given(
    'item-encoded',
    'The last plant is JSON within a string.',
    plants((plant) => JSON.stringify(plant), last),
  ),
]
