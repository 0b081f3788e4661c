/** Class 4, continued: lists that are compressed for those who take them so, and refusals that come before all else. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { bodies, replying, replyingTo, saying, sending } from '../faults/replies.ts'
import { both, type Change, faultsOf, on } from '../mutant.ts'
import { fieldOf, withField } from '../server/ask.ts'
import { all, field, is200, method, not, refusal, status } from '../triggers.ts'

const zipped: Change = bodies((body) => gzipSync(body))
const taking = (coding: RegExp): ReturnType<typeof field> => field('accept-encoding', coding)
const gzipped = all(is200, taking(/gzip/))
const said: Change = both(sending('Content-Encoding', 'gzip'), sending('Vary', 'Accept-Encoding, Authorization'))

/** Packs lists for those who take gzip, as middleware does; what is wrong about it comes behind. */
const packing = (more: Change): Change => both(on(gzipped, both(zipped, said)), more)

/** The same, where what is wrong is with those lists alone. */
const packed200 = (wrong: Change): Change => packing(on(gzipped, wrong))

const packs = faultsOf('headers', {
  given: {
    'packed-cut': ['Who takes gzip gets a list that ends before its end.', packed200(bodies((body) => body.subarray(0, -8)))],
    'packed-in-another': ['Who takes gzip gets it under the name of deflate.', packed200(sending('Content-Encoding', 'deflate'))],
    'packed-twice': ['Who takes gzip gets it packed twice.', packed200(zipped)],
    'packed-refusal': ['Who takes gzip gets refusals zipped, and is not told so.', on(all(refusal, taking(/gzip/)), zipped)],
    'packed-with-length': [
      'Who takes gzip and asks for few plants gets the length of the plain list.',
      packed200(
        replying((reply) =>
          withField(
            reply,
            'Content-Length',
            String(Buffer.from(reply.body)[0] === 0x1f ? gunzipSync(reply.body).length : Buffer.from(reply.body).length),
          ),
        ),
      ),
    ],
  },
  completed: {
    'packed-head-length': [
      'HEAD of who takes gzip is told the length of the plain list.',
      both(on(gzipped, said), on(all(gzipped, not(method('HEAD'))), zipped)),
    ],
    'packed-never-304': [
      'The ETag of a packed list is not known when it is asked about.',
      packing(
        on(
          taking(/gzip/),
          replyingTo((reply) => withField(reply, 'ETag', fieldOf(reply, 'ETag')?.replace(/"$/, '-gzip"'))),
        ),
      ),
    ],
    'packed-varies-not': ['Who takes gzip gets it, and the answer does not vary by that.', packed200(sending('Vary', 'Authorization'))],
  },
})

const refusals = faultsOf('headers', {
  completed: {
    'too-long-as-page': ['A 414 is a page.', saying('<h1>414</h1>', 'text/html'), status(414)],
    'too-large-empty': ['A 431 has no body.', saying(''), status(431)],
    'too-much-storable': ['A 413 may be stored.', sending('Cache-Control', undefined), status(413)],
    'expectation-unnamed': ['A 417 has no X-Request-Id.', sending('X-Request-Id', undefined), status(417)],
    'expectation-as-text': ['A 417 is plain text.', saying('Expectation Failed', 'text/plain'), status(417)],
  },
})

export const packed = [...packs, ...refusals]
