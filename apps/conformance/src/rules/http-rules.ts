/** What is owed of HTTP itself: methods, paths, conditions, headers, sizes, malformed requests. */
import type { Rule } from './rule.ts'
import { operationText, wholeDocument } from './pointers.ts'

const headers = '/components/headers'

/** Methods, paths, and the form of requests. */
export const requestRules = completed(wholeDocument, [
  [
    'no-other-path',
    'Every other path than /plants, /plants/ and /PLANTS included, is answered with 404.',
    'Every other path, `/plants/`, `/PLANTS` and `/%70lants`',
    'refusable',
  ],
  [
    'head-as-get',
    'HEAD is answered as GET would be, without the body.',
    '`HEAD /plants` is answered as `GET /plants` would be',
  ],
  [
    'other-methods-405',
    'Every other method than GET and HEAD is refused with 405; OPTIONS may also be answered.',
    'other method is refused with `405`',
    'refusable',
  ],
  [
    'allow-names-methods',
    'A 405 says with Allow which methods there are: GET and HEAD.',
    '`Allow: GET, HEAD`',
  ],
  [
    'unknown-method-400',
    'A word that is no method of HTTP is refused with 400.',
    'A word that is no method of HTTP is refused with `400`.',
    'refusable',
  ],
  [
    'content-means-nothing',
    'Content that comes with a request changes nothing; too much of it gets 413.',
    'Content that comes with one means nothing',
  ],
  [
    'held-content-100',
    'Content held back with Expect: 100-continue is asked for with 100, or the request is answered without it.',
    'is asked for with `100`, or the',
  ],
  [
    'target-of-8000',
    'A target of 8000 octets is taken in; a longer one may be refused with 414.',
    'A target may have 8000 octets',
  ],
  [
    'header-of-16384',
    'Header lines of 16384 octets are taken in; longer ones may be refused with 431.',
    'all header lines together may have 16384',
  ],
  [
    'malformed-request-400',
    'A request that breaks the grammar or the framing of HTTP is refused with 400.',
    'it breaks the grammar or the framing rules of HTTP',
    'refusable',
  ],
  [
    'expectation-417',
    'An expectation other than 100-continue is refused with 417, or ignored.',
    '`Expect` asks for anything but `100-continue`',
  ],
  [
    'late-request-408',
    'A request that does not arrive in time is refused with 408.',
    'the client takes too long to send it',
  ],
])

export const conditionRules = completed(operationText, [
  [
    'not-modified-304',
    'If-None-Match with the tag of the list is answered with 304 and no body.',
    'names that tag is answered with `304`',
  ],
  [
    'not-modified-same-fields',
    'A 304 carries the same ETag, Cache-Control and Vary as the 200 would.',
    'the same header fields',
  ],
  [
    'modified-200',
    'If-None-Match with any other tag is answered with 200 and the list.',
    'and no body, as long as the list is the same',
  ],
  [
    'answers-not-shared',
    'An answer to one user is never used for another.',
    'An answer to one user is never used for',
  ],
])

export const headerRules: readonly Rule[] = [
  header('etag-sent', 'A list carries one ETag, well-formed.', 'ETag/required'),
  header('etag-names-the-list', 'The ETag changes whenever the list does.', 'ETag/description'),
  header(
    'list-is-private',
    'No shared cache may keep a list, and none use it unasked: Cache-Control has private and no-cache, or no-store.',
    'Cache-Control-List/schema/pattern',
  ),
  header('vary-authorization', 'A list carries Vary with Authorization in it.', 'Vary/schema/pattern'),
  header(
    'request-id-form',
    'X-Request-Id has 1 to 64 letters, digits, _ . : or -.',
    'X-Request-Id/schema/pattern',
  ),
  ...completed(wholeDocument, [
    [
      'request-id-sent',
      'Every answer carries X-Request-Id.',
      'Every answer, declared or not, carries `X-Request-Id`',
    ],
    ['request-id-kept', "A request's own X-Request-Id comes back.", "the request's own, where it brings one"],
    [
      'declared-headers-sent',
      'Every header that a response declares is there.',
      'A header that a response names is always',
    ],
    [
      'no-banner',
      'No answer names the version of the software that made it, or has a header for its name alone.',
      'No answer names the version of the software',
    ],
  ]),
]

type Row = readonly [id: string, sentence: string, words: string, kind?: Rule['kind']]

function completed(pointer: string, rows: readonly Row[]): Rule[] {
  return rows.map(([id, sentence, words, kind = 'owed']) => ({
    id,
    sentence,
    origin: 'completed',
    pointer,
    words,
    kind,
    needs: 'nothing',
  }))
}

function header(id: string, sentence: string, place: string): Rule {
  return { id, sentence, origin: 'completed', pointer: `${headers}/${place}`, kind: 'owed', needs: 'token' }
}
