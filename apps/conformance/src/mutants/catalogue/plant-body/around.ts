/** Bodies of plants: what stands around the list, or in place of an empty one. */
import { lists } from '../../faults/bodies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { type When, withLimit } from '../../when.ts'

const { given } = faultsOf('body of a plant')

/** A list of this length. */
const long =
  (count: number): When =>
  (ask) =>
    ask?.limit === count

export const around: readonly Mutant[] = [
  given(
    'list-wrapped',
    'The list comes in an object, as plants.',
    lists((text) => `{"plants":${text}}`),
  ),
  given(
    'list-wrapped-limit',
    'With a limit, the list comes in an object.',
    lists((text) => `{"data":${text}}`, withLimit),
  ),
  given(
    'list-in-list',
    'The list comes in a list.',
    lists((text) => `[${text}]`),
  ),
  given(
    'list-single',
    'A list of one comes as the plant alone.',
    lists((_text, [only = '']) => only, long(1)),
  ),
  given(
    'list-by-number',
    'The list is an object with numbers for names.',
    lists((text) => JSON.stringify({ ...JSON.parse(text) })),
  ),
  given(
    'list-encoded',
    'The list is JSON within a string.',
    lists((text) => JSON.stringify(text)),
  ),
  given(
    'empty-null',
    'An empty list comes as null.',
    lists((text) => (text === '[]' ? 'null' : text)),
  ),
  given(
    'empty-object',
    'An empty list comes as an object.',
    lists((text) => (text === '[]' ? '{}' : text)),
  ),
  given(
    'empty-bodyless',
    'For an empty list nothing comes.',
    lists((text) => (text === '[]' ? '' : text)),
  ),
  given(
    'empty-message',
    'For an empty list a message comes.',
    lists((text) => (text === '[]' ? '{"message":"No plants."}' : text)),
  ),
]
