/** The rules about HTTP itself: methods, paths, conditions, headers, sizes, malformed requests. */
import { general, operation, type Rule, rulesOf } from './rule.ts'

/** Methods, paths, and the form of requests. */
export const requestRules: readonly Rule[] = [
  ...rulesOf('completed', 'refusable', 'nothing', {
    'no-other-path': [
      general('Every other path, `/plants/`, `/PLANTS` and `/%70lants`'),
      'Every path other than /plants, including /plants/ and /PLANTS, is answered with 404.',
    ],
    'other-methods-405': [
      general('other method is refused with `405`'),
      'Every method other than GET and HEAD is refused with 405; OPTIONS may be answered instead.',
    ],
    'unknown-method-400': [
      general('A word that is no method of HTTP is refused with `400`.'),
      'A word that is not an HTTP method is refused with 400.',
    ],
    'malformed-request-400': [
      general('it breaks the grammar or the framing rules of HTTP'),
      'A request that breaks the grammar or the framing rules of HTTP is refused with 400.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'nothing', {
    'head-as-get': [
      general('`HEAD /plants` is answered as `GET /plants` would be'),
      'HEAD is answered as GET would be, without the body.',
    ],
    'allow-names-methods': [
      general('`Allow: GET, HEAD`'),
      'A 405 names in Allow the methods that are allowed: GET and HEAD.',
    ],
    'content-means-nothing': [
      general('Content that comes with one means nothing'),
      'Content sent with a request changes nothing; content that is too large is refused with 413.',
    ],
    'held-content-100': [
      general('is asked for with `100`, or the'),
      'Content held back with Expect: 100-continue is asked for with 100, or the request is answered without it.',
    ],
    'target-of-8000': [
      general('A target may have 8000 octets'),
      'A target of up to 8000 octets is accepted; a longer one may be refused with 414.',
    ],
    'header-of-16384': [
      general('all header lines together may have 16384'),
      'Header lines of up to 16384 octets in all are accepted; more may be refused with 431.',
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
      'A request whose If-None-Match names the tag of the list is answered with 304 and no body.',
    ],
    'not-modified-same-fields': [
      operation('the same header fields'),
      'A 304 carries the same ETag, Cache-Control and Vary as the 200 would.',
    ],
    'modified-200': [
      operation('and no body, as long as the list is the same'),
      'A request whose If-None-Match names only other tags is answered with 200 and the list.',
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
    'etag-sent': ['/components/headers/ETag/required', 'A list carries one well-formed ETag.'],
    'etag-names-the-list': [
      '/components/headers/ETag/description',
      'The ETag changes whenever the list does.',
    ],
    'list-is-private': [
      '/components/headers/Cache-Control-List/schema/pattern',
      'No shared cache may keep a list, and no cache may reuse it without asking: Cache-Control has private and no-cache, or no-store.',
    ],
    'vary-authorization': [
      '/components/headers/Vary/schema/pattern',
      'A list carries Vary, which names Authorization or is a star.',
    ],
    'vary-names-fields': [
      '/components/headers/Vary/description',
      'Vary names every request field that changes the type or the coding of the list.',
    ],
    'request-id-form': [
      '/components/headers/X-Request-Id/schema/pattern',
      'X-Request-Id has 1 to 64 characters: letters, digits, _ . : and -.',
    ],
  }),
  ...rulesOf('completed', 'owed', 'nothing', {
    'request-id-sent': [
      general('Every answer, declared or not, carries `X-Request-Id`'),
      'Every answer carries X-Request-Id.',
    ],
    'request-id-kept': [
      general("the request's own, where it brings one"),
      "The answer returns the request's own X-Request-Id.",
    ],
    'declared-headers-sent': [
      general('A header that a response names is always'),
      'Every header that the contract declares for an answer is sent.',
    ],
    'no-banner': [
      general('No answer names the version of the software'),
      'No answer names the version of the software that made it, or has a header only to name that software.',
    ],
  }),
]
