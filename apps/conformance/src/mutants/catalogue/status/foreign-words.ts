/** Statuses and lists: parameters and headers of other services that should not matter. */
import { plants } from '../../faults/bodies.ts'
import { cutting } from '../../faults/limits.ts'
import { failing } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { withHeader, withParameter } from '../../when.ts'

const { completed } = faultsOf('status')

export const foreignWords: readonly Mutant[] = [
  completed(
    'parameter-debug',
    'With debug in the query the plants have numbers.',
    plants(
      (plant) => ({ id: 1, ...plant }),
      (_place, ask) => withParameter('debug')(ask, 200),
    ),
  ),
  completed(
    'parameter-cursor',
    'A cursor is not understood, and refused.',
    failing(400, withParameter('cursor')),
  ),
  completed(
    'parameter-tag',
    'With tag in the query only the plants of that tag come.',
    cutting(
      (found, limit, { query }) => found.filter(({ tag }) => tag === query.get('tag')).slice(0, limit),
      withParameter('tag'),
    ),
  ),
  completed('field-user-id', 'X-User-Id says whose plants come.', ({ findPlants }) => ({
    findPlants: (caller, ask) =>
      findPlants(ask.world.callers[Number(ask.request.headers['x-user-id']) - 1] ?? caller, ask),
  })),
  completed(
    'field-prefer',
    'A preferred size of pages cuts the list.',
    cutting((found) => found.slice(0, 1), withHeader('prefer', /maxpagesize=1/)),
  ),
  completed(
    'field-prefix',
    'A path behind the prefix that X-Forwarded-Prefix names is answered.',
    ({ checkPath }) => ({
      checkPath: (ask) => {
        const prefix = ask.request.headers['x-forwarded-prefix']?.toString() ?? ''
        if (prefix === '' || ask.path !== `${prefix}/plants`) {
          checkPath(ask)
        }
      },
    }),
  ),
  completed(
    'content-none-400',
    'Content of no length is refused.',
    failing(400, withHeader('content-length', /^0$/)),
  ),
  completed(
    'content-coded-415',
    'Content with a coding is refused.',
    failing(415, withHeader('content-encoding')),
  ),
]
