/** Methods: HEAD. */
import { Refusal } from '../../ask.ts'
import { bodyless, refused, sending } from '../../faults/replies.ts'
import { answeredBy } from '../../faults/routes.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { method, status, when } from '../../when.ts'
import { endWith, toOctets } from '../../write-reply.ts'

const { completed } = faultsOf('methods and paths')

export const heads: readonly Mutant[] = [
  completed('head-405', 'HEAD is refused.', ({ checkMethod }) => ({
    checkMethod: (ask) => {
      if (ask.method === 'HEAD') {
        throw new Refusal('methodNotAllowed')
      }
      checkMethod(ask)
    },
  })),
  completed('head-404', 'HEAD gets 404.', answeredBy('HEAD', refused(404))),
  completed('head-204', 'HEAD gets 204.', answeredBy('HEAD', bodyless(204))),
  completed('head-with-body', 'HEAD is answered with a body.', headWithBody),
  completed('head-with-error-body', 'HEAD is refused with a body.', headWithBody),
  completed('head-without-tag', 'An answer to HEAD has no ETag.', sending('ETag', undefined, method('HEAD'))),
  completed(
    'head-other-tag',
    'An answer to HEAD has another ETag than one to GET.',
    sending('ETag', '"head"', when(method('HEAD'), status(200))),
  ),
  completed(
    'head-without-vary',
    'An answer to HEAD has no Vary.',
    sending('Vary', undefined, method('HEAD')),
  ),
  completed(
    'head-length-zero',
    'HEAD is told a length of zero.',
    sending('Content-Length', '0', method('HEAD')),
  ),
  completed(
    'head-other-type',
    'HEAD is told another type than GET.',
    sending('Content-Type', 'text/plain', method('HEAD')),
  ),
  completed('head-unmodified', 'HEAD is never answered with 304.', ({ isCurrent }) => ({
    isCurrent: (tag, ask) => ask.method !== 'HEAD' && isCurrent(tag, ask),
  })),
]

/** Node would keep the body back. */
function headWithBody({ write }: Steps): Partial<Steps> {
  return {
    write: (reply, ask) => {
      if (ask.method === 'HEAD') {
        endWith(toOctets(reply), ask)
      } else {
        write(reply, ask)
      }
    },
  }
}
