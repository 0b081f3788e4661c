/** Access: plants of others. */
import { finding, seenBy, sees, whoever } from '../../faults/seeing.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { by, every, withLimit } from '../../when.ts'
import { type SeenPlant, withoutAccess } from '../../world.ts'

const { given, completed } = faultsOf('access')

const locked = (plant: SeenPlant): boolean => plant.seenBy.length === 0

export const others: readonly Mutant[] = [
  given(
    'everything',
    'Everybody sees every plant.',
    whoever(() => true),
  ),
  given(
    'everything-second-caller',
    'The second caller sees every plant.',
    whoever(() => true, by('ben')),
  ),
  given(
    'everything-without-access',
    'Who has access to nothing sees every plant.',
    whoever(() => true, by('cleo')),
  ),
  given(
    'everything-largest',
    'The largest limit shows every plant.',
    whoever(
      () => true,
      (ask) => ask?.limit === 2_147_483_647,
    ),
  ),
  given(
    'filled-up',
    "A limit above one's own list is filled up with other plants.",
    finding(
      (found, ask, all) => [
        ...found,
        ...all.filter((plant) => !sees(plant, ask)).map((plant) => withoutAccess(plant)),
      ],
      withLimit,
    ),
  ),
  given(
    'union',
    'Everybody sees what anybody sees.',
    whoever((plant) => !locked(plant)),
  ),
  given(
    'union-second-caller',
    'The second caller sees what the first sees as well.',
    whoever((plant, ask) => sees(plant, ask) || plant.seenBy.includes('ana'), by('ben')),
  ),
  given(
    'common-only',
    'Everybody sees only what all others see, too.',
    whoever((plant, ask) => sees(plant, ask) && plant.seenBy.length > 1),
  ),
  given(
    'first-for-all',
    'Everybody sees what the first caller sees.',
    whoever((plant) => plant.seenBy.includes('ana')),
  ),
  given(
    'others-instead',
    'The second caller sees what the first sees.',
    whoever((plant) => plant.seenBy.includes('ana'), by('ben')),
  ),
  given(
    'swapped',
    'The first two callers see what the other sees.',
    finding((found, ask, all) =>
      ask.caller?.name === 'cleo' ? found : seenBy(all, ask.caller?.name === 'ana' ? 'ben' : 'ana'),
    ),
  ),
  given(
    'everything-seldom',
    'Every twelfth request shows every plant.',
    whoever(() => true, every(12)),
  ),
  completed(
    'everything-head',
    'HEAD tells the length of a list of every plant.',
    whoever(
      () => true,
      (ask) => ask?.method === 'HEAD',
    ),
  ),
]
