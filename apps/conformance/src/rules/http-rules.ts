/** What is owed of HTTP itself: methods, paths, conditions, headers, sizes, malformed requests. */
import { general, operation, type Rule, rulesOf } from './rule.ts'

/** Methods, paths, and the form of requests. */
export const requestRules: readonly Rule[] = [
  ...rulesOf('completed', 'refusable', 'nothing', {
    'no-other-path': [
      general('Every other path, `/plants/`, `/PLANTS` and `/%70lants`'),
      'Every other path than /plants, /plants/ and /PLANTS included, is answered with 404.',
    ],
    'other-methods-405': [
      general('other method is refused with `405`'),
      'Every other method than GET and HEAD is refused with 405; OPTIONS may also be answered.',
    ],
    'unknown-method-400': [
      general('A word that is no method of HTTP is refused with `400`.'),
      'A word that is no method of HTTP is refused with 400.',
    ],
    'malformed-request-400': [
      general('it breaks the grammar or the framing rules of HTTP'),
      'A request that breaks the grammar or the framing of HTTP is refused with 400.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'nothing', {
    'head-as-get': [
      general('`HEAD /plants` is answered as `GET /plants` would be'),
      'HEAD is answered as GET would be, without the body.',
    ],
    'allow-names-methods': [
      general('`Allow: GET, HEAD`'),
      'A 405 says with Allow which methods there are: GET and HEAD.',
    ],
    'content-means-nothing': [
      general('Content that comes with one means nothing'),
      'Content that comes with a request changes nothing; too much of it gets 413.',
    ],
    'held-content-100': [
      general('is asked for with `100`, or the'),
      'Content held back with Expect: 100-continue is asked for with 100, or the request is answered without it.',
    ],
    'target-of-8000': [
      general('A target may have 8000 octets'),
      'A target of 8000 octets is taken in; a longer one may be refused with 414.',
    ],
    'header-of-16384': [
      general('all header lines together may have 16384'),
      'Header lines of 16384 octets are taken in; longer ones may be refused with 431.',
    ],
    'expectation-417': [
      general('`Expect` asks for anything but `100-continue`'),
      'An expectation other than 100-continue is refused with 417, or ignored.',
    ],
    'late-request-408': [
      general('the client takes too long to send it'),
      'A request that does not arrive in time is refused with 408.',
    ],
  }),
]

/** Conditional requests. */
export const conditionRules: readonly Rule[] = [
  ...rulesOf('completed', 'owed', 'nothing', {
    'not-modified-304': [
      operation('names that tag is answered with `304`'),
      'If-None-Match with the tag of the list is answered with 304 and no body.',
    ],
    'not-modified-same-fields': [
      operation('the same header fields'),
      'A 304 carries the same ETag, Cache-Control and Vary as the 200 would.',
    ],
    'modified-200': [
      operation('and no body, as long as the list is the same'),
      'If-None-Match with any other tag is answered with 200 and the list.',
    ],
    'answers-not-shared': [
      operation('An answer to one user is never used for'),
      'An answer to one user is never used for another.',
    ],
  }),
]

/** Headers of answers. */
export const headerRules: readonly Rule[] = [
  ...rulesOf('completed', 'owed', 'token', {
    'etag-sent': ['/components/headers/ETag/required', 'A list carries one ETag, well-formed.'],
    'etag-names-the-list': [
      '/components/headers/ETag/description',
      'The ETag changes whenever the list does.',
    ],
    'list-is-private': [
      '/components/headers/Cache-Control-List/schema/pattern',
      'No shared cache may keep a list, and none use it unasked: Cache-Control has private and no-cache, or no-store.',
    ],
    'vary-authorization': [
      '/components/headers/Vary/schema/pattern',
      'A list carries Vary with Authorization in it.',
    ],
    'vary-names-fields': [
      '/components/headers/Vary/description',
      'Vary names every field of the request that changes the list: its type, or its coding.',
    ],
    'request-id-form': [
      '/components/headers/X-Request-Id/schema/pattern',
      'X-Request-Id has 1 to 64 letters, digits, _ . : or -.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'nothing', {
    'request-id-sent': [
      general('Every answer, declared or not, carries `X-Request-Id`'),
      'Every answer carries X-Request-Id.',
    ],
    'request-id-kept': [
      general("the request's own, where it brings one"),
      "A request's own X-Request-Id comes back.",
    ],
    'declared-headers-sent': [
      general('A header that a response names is always'),
      'Every header that a response declares is there.',
    ],
    'no-banner': [
      general('No answer names the version of the software'),
      'No answer names the version of the software that made it, or has a header for its name alone.',
    ],
  }),
]
