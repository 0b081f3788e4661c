/** Variants: other header fields, and other spellings of them. */
import { gzipSync } from 'node:zlib'
import { fieldOf, type Reply, withBody, withField } from '../../ask.ts'
import { anonymous, inTurn, send, wholeList } from '../../demonstration.ts'
import { tagged } from '../../faults/conditions.ts'
import { both, replying, sending } from '../../faults/replies.ts'
import { type Variant, variant } from '../../mutant.ts'
import { always, method, not, status, type When, withHeader } from '../../when.ts'

const type = 'Content-Type'
const full: When = (_ask, given) => given !== 304

const renamed = (rename: (name: string) => string): Variant['change'] =>
  replying((reply) => ({ ...reply, fields: reply.fields.map(([name, value]) => [rename(name), value]) }))

const more: Reply['fields'] = [
  ['Strict-Transport-Security', 'max-age=63072000'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ['Accept-Ranges', 'none'],
  ['Server-Timing', 'store;dur=0.4'],
]

const compressed = (condition: When): Variant['change'] =>
  replying(
    (reply) => {
      const zipped = withField(withBody(reply, gzipSync(reply.body)), 'Content-Encoding', 'gzip')
      return withField(zipped, 'ETag', fieldOf(reply, 'ETag')?.replace(/^"(.*)"$/, 'W/"$1"'))
    },
    (ask, given) => given === 200 && condition(ask, given),
  )

export const headers: readonly Variant[] = [
  variant(
    'charset',
    'The type names the character set.',
    wholeList,
    sending(type, 'application/json; charset=utf-8', full),
  ),
  variant(
    'charset-capitals',
    'The type names the character set, in capitals and quotes.',
    wholeList,
    sending(type, 'Application/JSON;charset="UTF-8"', full),
  ),
  variant(
    'gzip',
    'Who takes gzip gets it.',
    send('GET /plants', { fields: ['Accept-Encoding: gzip, br'] }),
    both(
      sending('Vary', 'Accept-Encoding, Authorization', status(200, 304)),
      compressed(withHeader('accept-encoding', /\bgzip\b/)),
    ),
  ),
  variant(
    'compressed-unasked',
    'Who names no coding gets a compressed list.',
    wholeList,
    both(
      tagged((_ask, own) => `W/${own}`),
      both(
        sending('Vary', 'Accept-Encoding, Authorization', status(200, 304)),
        compressed(not(withHeader('accept-encoding'))),
      ),
    ),
  ),
  variant(
    'more-headers',
    'Further headers for browsers are sent.',
    wholeList,
    replying((reply) => ({ ...reply, fields: [...more, ...reply.fields] })),
  ),
  variant(
    'expires',
    'Headers for caches of old are sent.',
    anonymous(),
    both(sending('Pragma', 'no-cache'), sending('Expires', '0', always)),
  ),
  variant(
    'cors',
    'Pages of other sites may ask.',
    send('GET /plants', { fields: ['Origin: https://example.org'] }),
    replying((reply, ask) => withField(reply, 'Access-Control-Allow-Origin', ask?.request.headers.origin)),
  ),
  variant(
    'small-names',
    'Names of headers are in small letters.',
    wholeList,
    renamed((name) => name.toLowerCase()),
  ),
  variant(
    'capital-names',
    'Names of headers are in capitals.',
    wholeList,
    renamed((name) => name.toUpperCase()),
  ),
  variant(
    'weak-tags',
    'ETags are weak.',
    wholeList,
    tagged((_ask, own) => `W/${own}`),
  ),
  variant(
    'strange-tags',
    'ETags have commas and brackets in them.',
    wholeList,
    tagged((_ask, own) => own.replace(/^"/, '",[*]#')),
  ),
  variant(
    'tags-by-limit',
    'Equal lists have another ETag under another limit.',
    inTurn(wholeList, send('GET /plants?limit=100')),
    tagged(({ limit = 'all' }, own) => own.replace(/"$/, `-${limit}"`)),
  ),
  variant(
    'vary-more',
    'Lists vary by more than Authorization.',
    wholeList,
    sending('Vary', 'Origin, Authorization', status(200, 304)),
  ),
  variant(
    'vary-twice',
    'Vary stands on two lines.',
    wholeList,
    replying(
      (reply) => ({ ...reply, fields: [['Vary', 'Accept-Encoding'], ...reply.fields] }),
      status(200, 304),
    ),
  ),
  variant(
    'cache-control-twice',
    'Cache-Control stands on two lines.',
    wholeList,
    both(
      sending('Cache-Control', 'no-cache', status(200, 304)),
      replying(
        (reply) => ({ ...reply, fields: [['Cache-Control', 'private'], ...reply.fields] }),
        status(200, 304),
      ),
    ),
  ),
  variant(
    'vary-small',
    'Vary is in small letters.',
    wholeList,
    sending('Vary', 'authorization,accept', status(200, 304)),
  ),
  variant(
    'short-ids',
    'X-Request-Id is a short number.',
    wholeList,
    replying((reply, ask) =>
      ask?.request.headers['x-request-id'] === undefined
        ? withField(reply, 'X-Request-Id', String(ask?.number ?? 0))
        : reply,
    ),
  ),
  variant(
    'head-without-length',
    'HEAD is told no length.',
    send('HEAD /plants'),
    sending('Content-Length', undefined, method('HEAD')),
  ),
]
