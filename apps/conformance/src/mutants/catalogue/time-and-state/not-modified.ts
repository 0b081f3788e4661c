/** Time and state: the form of a 304. */
import { replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { status } from '../../when.ts'
import { endWith, toOctets } from '../../write-reply.ts'

const { given, completed } = faultsOf('time and state')

export const answers: readonly Mutant[] = [
  completed('304-without-tag', 'A 304 has no ETag.', sending('ETag', undefined, status(304))),
  completed('304-without-vary', 'A 304 has no Vary.', sending('Vary', undefined, status(304))),
  completed(
    '304-without-cache-control',
    'A 304 has no Cache-Control.',
    sending('Cache-Control', undefined, status(304)),
  ),
  completed(
    '304-public',
    'A 304 may be stored by everyone.',
    sending('Cache-Control', 'public, max-age=600', status(304)),
  ),
  completed('304-other-tag', 'A 304 has another ETag than the list.', sending('ETag', '"304"', status(304))),
  completed(
    '304-length-zero',
    'A 304 says that the list has no octet.',
    sending('Content-Length', '0', status(304)),
  ),
  completed('304-with-body', 'A 304 has a body.', withBody304),
  completed(
    '304-as-200-empty',
    'Instead of 304 comes 200 with an empty body.',
    replying(
      (reply) => ({
        ...reply,
        status: 200,
        fields: [...reply.fields, ['Content-Type', 'application/json'], ['Content-Length', '0']],
      }),
      status(304),
    ),
  ),
  completed(
    '304-as-412',
    'Instead of 304 comes 412.',
    replying(
      (reply) => ({ ...reply, status: 412, fields: [...reply.fields, ['Content-Length', '0']] }),
      status(304),
    ),
  ),
  given(
    '304-as-500',
    'Instead of 304 comes 500.',
    replying(
      (reply) => ({ ...reply, status: 500, fields: [...reply.fields, ['Content-Length', '0']] }),
      status(304),
    ),
  ),
]

/** Node would keep the body back. */
function withBody304({ write }: Steps): Partial<Steps> {
  return {
    write: (reply, ask) => {
      if (reply.status === 304) {
        endWith(toOctets({ ...reply, fields: [...reply.fields, ['Content-Length', '2']], body: '[]' }), ask)
      } else {
        write(reply, ask)
      }
    },
  }
}
