/** Headers: who may store an answer, and what it depends on. */
import { withField } from '../../ask.ts'
import { replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { by, method, refusal, status, when, withLimit } from '../../when.ts'

const { completed } = faultsOf('headers')

const caching = 'Cache-Control'

export const stores: readonly Mutant[] = [
  completed(
    'cache-public',
    'A list may be stored by everyone for an hour.',
    sending(caching, 'public, max-age=3600', status(200)),
  ),
  completed(
    'cache-public-limit',
    'A list with a limit may be stored by everyone.',
    sending(caching, 'public, no-cache', when(status(200), withLimit)),
  ),
  completed(
    'cache-public-second-caller',
    'A list of the second caller may be stored by everyone.',
    sending(caching, 'public, max-age=60', when(status(200), by('ben'))),
  ),
  completed(
    'cache-shared',
    'A list may be stored by shared caches.',
    sending(caching, 's-maxage=600', status(200)),
  ),
  completed(
    'cache-minute',
    'A list may be used for a minute without asking.',
    sending(caching, 'private, max-age=60', status(200)),
  ),
  completed('cache-missing', 'A list has no Cache-Control.', sending(caching, undefined, status(200))),
  completed(
    'cache-missing-head',
    'An answer to HEAD has no Cache-Control.',
    sending(caching, undefined, method('HEAD')),
  ),
  completed('cache-error-missing', 'A refusal has no Cache-Control.', sending(caching, undefined, refusal)),
  completed(
    'cache-error-list',
    'A refusal may be stored like a list.',
    sending(caching, 'private, no-cache', refusal),
  ),
  completed(
    'cache-401-public',
    'A 401 may be stored by everyone.',
    sending(caching, 'public, max-age=60', status(401)),
  ),
  completed('cache-404-missing', 'A 404 has no Cache-Control.', sending(caching, undefined, status(404))),
  completed('vary-missing', 'A list has no Vary.', sending('Vary', undefined)),
  completed(
    'vary-other',
    'A list varies by something else.',
    sending('Vary', 'Accept-Encoding', status(200)),
  ),
  completed('vary-missing-limit', 'A list with a limit has no Vary.', sending('Vary', undefined, withLimit)),
  completed(
    'vary-like',
    'A list varies by a header that only ends like Authorization.',
    sending('Vary', 'Proxy-Authorization', status(200)),
  ),
  completed('etag-missing', 'A list has no ETag.', sending('ETag', undefined)),
  completed('etag-missing-limit', 'A list with a limit has no ETag.', sending('ETag', undefined, withLimit)),
  completed(
    'etag-bare',
    'An ETag has no quotes.',
    replying((reply) => withField(reply, 'ETag', 'abc'), status(200)),
  ),
  completed('etag-space', 'An ETag has a space in it.', sending('ETag', '"a b"', status(200))),
]
