/** Access: one plant too many, or too few. */
import { finding, sees, whoever } from '../../faults/seeing.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { by, every, when, withLimit } from '../../when.ts'
import { withoutAccess } from '../../world.ts'

const { given } = faultsOf('access')

export const oneOff: readonly Mutant[] = [
  given(
    'one-more-locked',
    'The first caller sees one plant that nobody may see.',
    whoever((plant, ask) => sees(plant, ask) || plant.name === 'The locked oak', by('ana')),
  ),
  given(
    'one-more-of-others',
    "The first caller sees one of the second's plants.",
    whoever((plant, ask) => sees(plant, ask) || plant.name === 'Ivy', by('ana')),
  ),
  given(
    'one-more-without-access',
    'Who has access to nothing sees the first plant.',
    whoever((plant) => plant.name === 'Elder', by('cleo')),
  ),
  given(
    'one-more-limit',
    'With a limit, the first caller sees one plant of somebody else.',
    whoever((plant, ask) => sees(plant, ask) || plant.name === 'Herb Robert', when(by('ana'), withLimit)),
  ),
  given(
    'one-fewer-last',
    'Everybody misses the last plant.',
    finding((found) => found.slice(0, -1)),
  ),
  given(
    'one-fewer-first',
    'The second caller misses the first plant.',
    finding((found) => found.slice(1), by('ben')),
  ),
  given(
    'one-fewer-middle',
    'The first caller misses the tenth plant.',
    finding((found) => found.toSpliced(9, 1), by('ana')),
  ),
  given(
    'one-fewer-seldom',
    'Every tenth list misses its last plant.',
    finding((found) => found.slice(0, -1), every(10)),
  ),
  given(
    'shared-missing',
    'What two callers may see, the second does not see.',
    whoever((plant) => plant.seenBy.join() === 'ben', by('ben')),
  ),
  given(
    'untagged-missing',
    'Plants without a tag are not shown.',
    whoever((plant, ask) => sees(plant, ask) && plant.tag !== undefined),
  ),
  given(
    'unusual-missing',
    'Plants whose names are not ASCII are not shown.',
    whoever((plant, ask) => sees(plant, ask) && /^[\0-\u007F]*$/.test(plant.name)),
  ),
  given(
    'same-name-once',
    'Of plants with one name only one is shown.',
    finding((found) =>
      found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index),
    ),
  ),
  given(
    'same-plant-once',
    'Of plants with one name and tag only one is shown.',
    finding((found) => [...new Map(found.map((plant) => [JSON.stringify(plant), plant])).values()]),
  ),
  given(
    'shared-twice',
    'What two callers may see, comes twice.',
    finding((_found, ask, all) =>
      all
        .filter((plant) => sees(plant, ask))
        .flatMap((plant) => (plant.seenBy.length > 1 ? [plant, plant] : [plant]))
        .map((plant) => withoutAccess(plant)),
    ),
  ),
  given(
    'nothing-second-caller',
    'The second caller sees nothing.',
    finding(() => [], by('ben')),
  ),
]
