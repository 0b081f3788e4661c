/** Class 3, continued: parameters and headers of other services that should not matter. */
import { plants } from '../faults/bodies.ts'
import { bare, cutting, finding } from '../faults/lists.ts'
import { failing } from '../faults/replies.ts'
import { unchecked } from '../faults/routes.ts'
import { faultsOf } from '../mutant.ts'
import { field, parameter } from '../triggers.ts'

export const foreignWords = faultsOf('status', {
  completed: {
    'parameter-debug': ['With debug in the query the plants have numbers.', plants((plant) => ({ id: 1, ...plant })), parameter('debug')],
    'parameter-cursor': ['A cursor is not understood, and refused.', failing(400), parameter('cursor')],
    'parameter-tag': [
      'With tag in the query only the plants of that tag come.',
      cutting((found, n, { query }) => found.filter(({ tag }) => tag === query.get('tag')).slice(0, n)),
      parameter('tag'),
    ],
    'field-user-id': [
      'X-User-Id says whose plants come.',
      finding((found, { request, world }, all) => {
        const caller = world.callers[Number(request.headers['x-user-id']) - 1]
        return caller === undefined ? found : bare(all.filter(({ seenBy }) => seenBy.includes(caller.name)))
      }),
      field('x-user-id'),
    ],
    'field-prefer': ['A preferred size of pages cuts the list.', cutting((found) => found.slice(0, 1)), field('prefer', /maxpagesize=1/)],
    'field-prefix': [
      'A path behind the prefix that X-Forwarded-Prefix names is answered.',
      unchecked('checkPath', ({ path, request }) => path === `${request.headers['x-forwarded-prefix']?.toString()}/plants`),
      field('x-forwarded-prefix', /./),
    ],
  },
})
