/** Class 4: headers. */
import { isRetired } from '../faults/credentials.ts'
import { adding, lacking, replying, sending, sendingAs } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import {
  by,
  every,
  field,
  is200,
  is400,
  is401,
  is404,
  is405,
  limited,
  listed,
  malformed,
  method,
  not,
  refusal,
  request,
  withoutField,
} from '../triggers.ts'

const type = (value: string | undefined): Change => sending('Content-Type', value)

const challenge = (value: string | undefined): Change => sending('WWW-Authenticate', value)
const allow = (value: string | undefined): Change => sending('Allow', value)
const invalid = 'Bearer realm="plant-store", error="invalid_token"'

const caching = (value: string | undefined): Change => sending('Cache-Control', value)

const identity = 'X-Request-Id'
const named = (value: string | undefined): Change => sending(identity, value)

const idOfConnection: Change = (reference) => {
  const ids = new WeakMap<object, string | undefined>()
  return sendingAs(identity, (own, { socket }) => {
    if (!ids.has(socket)) ids.set(socket, own)
    return ids.get(socket)
  })(reference)
}

export const given: Faults = {
  'type-missing: A list has no Content-Type.': [type(undefined), is200],
  'type-text: A list is called plain text.': [type('text/plain; charset=utf-8'), is200],
  'type-html: A list with a limit is called a page.': [type('text/html'), is200, limited],
  'type-vendor: A list is called another kind of JSON.': [type('application/vnd.api+json'), is200],
  'type-like-json: A list has a type that only begins like JSON.': [type('application/json5'), is200],
  'type-javascript: A list is called a script.': [type('text/javascript'), is200],
  'type-charset: A list is said to be in ISO 8859-1.': [type('application/json; charset=iso-8859-1'), is200],
  'type-charset-utf16: Every fourth list is said to be in UTF-16.': [type('application/json; charset=utf-16'), is200, every(4)],
  'type-second-caller: A list of the second caller has no Content-Type.': [type(undefined), by('ben')],
  'type-twice: A list has two types.': [adding(['Content-Type', 'text/html']), is200],
  'type-error-text: A 400 is called plain text.': [type('text/plain'), is400],
  'type-error-missing: A 400 has no Content-Type.': [type(undefined), is400],
  'encoding-gzip: A list is said to be compressed and is not.': [sending('Content-Encoding', 'gzip'), is200],
}

export const completed: Faults = {
  'type-401-html: A 401 is called a page.': [type('text/html'), is401],
  'type-404-missing: A 404 has no Content-Type.': [type(undefined), is404],
  'type-405-text: A 405 is called plain text.': [type('text/plain'), is405],
  'challenge-missing: A 401 has no WWW-Authenticate.': challenge(undefined),
  'challenge-missing-refused: A 401 for a refused token has no WWW-Authenticate.': [challenge(undefined), field('authorization')],
  'challenge-missing-head: A 401 to HEAD has no WWW-Authenticate.': [challenge(undefined), method('HEAD')],
  'challenge-basic: A 401 asks for Basic.': [challenge('Basic realm="plant-store"'), is401],
  'challenge-negotiate: A 401 for a refused token asks for Negotiate.': [challenge('Negotiate'), is401, field('authorization')],
  'challenge-bare: A 401 names no realm.': [challenge('Bearer'), is401],
  'challenge-invalid-always: A 401 says invalid_token though none was sent.': [challenge(invalid), is401],
  'challenge-invalid-never: A 401 for a refused token does not say so.': [challenge('Bearer realm="plant-store"'), is401],
  'challenge-why: A 401 says that a token has expired.': [challenge(`${invalid}, error_description="expired"`), is401, request(isRetired)],
  'head-tells-why: A 401 to HEAD says that a token has expired.': [
    challenge(`${invalid}, error_description="expired"`),
    is401,
    method('HEAD'),
    request(isRetired),
  ],
  'allow-missing: A 405 has no Allow.': allow(undefined),
  'allow-missing-put: A 405 to PUT has no Allow.': [allow(undefined), method('PUT')],
  'allow-post: A 405 allows POST.': [allow('GET, HEAD, POST'), is405],
  'allow-without-head: A 405 does not allow HEAD.': [allow('GET'), is405],
  'allow-empty: A 405 allows nothing.': [allow(''), is405],
  'allow-star: A 405 allows a star.': [allow('*'), is405],
  'allow-itself: A 405 allows the method that it refuses.': [replying((reply, ask) => withField(reply, 'Allow', `GET, HEAD, ${ask?.method}`)), is405],
  'cache-public: A list may be stored by everyone for an hour.': [caching('public, max-age=3600'), is200],
  'cache-public-limit: A list with a limit may be stored by everyone.': [caching('public, no-cache'), is200, limited],
  'cache-public-second-caller: A list of the second caller may be stored by everyone.': [caching('public, max-age=60'), is200, by('ben')],
  'cache-shared: A list may be stored by shared caches.': [caching('s-maxage=600'), is200],
  'cache-minute: A list may be used for a minute without asking.': [caching('private, max-age=60'), is200],
  'cache-missing: A list has no Cache-Control.': [caching(undefined), is200],
  'cache-missing-head: An answer to HEAD has no Cache-Control.': [caching(undefined), method('HEAD')],
  'cache-error-missing: A refusal has no Cache-Control.': [caching(undefined), refusal],
  'cache-error-list: A refusal may be stored like a list.': [caching('private, no-cache'), refusal],
  'cache-401-public: A 401 may be stored by everyone.': [caching('public, max-age=60'), is401],
  'cache-404-missing: A 404 has no Cache-Control.': [caching(undefined), is404],
  'vary-missing: A list has no Vary.': lacking('Vary'),
  'vary-other: A list varies by something else.': [sending('Vary', 'Accept-Encoding'), is200],
  'vary-missing-limit: A list with a limit has no Vary.': [lacking('Vary'), limited],
  'vary-like: A list varies by a header that only ends like Authorization.': [sending('Vary', 'Proxy-Authorization'), is200],
  'etag-missing: A list has no ETag.': lacking('ETag'),
  'etag-missing-limit: A list with a limit has no ETag.': [lacking('ETag'), limited],
  'etag-bare: An ETag has no quotes.': [sending('ETag', 'abc'), is200],
  'etag-space: An ETag has a space in it.': [sending('ETag', '"a b"'), is200],
  'banner-powered: Every answer names the framework.': sending('X-Powered-By', 'Express'),
  'banner-server: Every answer names the server and its version.': sending('Server', 'nginx/1.25.3'),
  'banner-refusal: A refusal names the framework.': [sending('X-Powered-By', 'PHP/8.2.1'), refusal],
  'banner-seldom: Every fifth answer names the server.': [sending('Server', 'gunicorn/21.2.0'), every(5)],
  'banner-asp: Every answer to GET names the version of the platform.': [sending('X-AspNet-Version', '4.0.30319'), not(refusal), method('GET')],
  'id-of-connection: All requests of a connection have the id of the first.': idOfConnection,
  'id-name-in-small-letters: X-Request-Id in small letters is another header to it.': [
    named('5f1c0b52'),
    request((ask) => ask.request.rawHeaders.includes('x-request-id')),
  ],
  'id-missing: A list has no X-Request-Id.': [named(undefined), is200],
  'id-missing-refusal: A refusal has no X-Request-Id.': [named(undefined), refusal],
  'id-missing-malformed: What is not HTTP gets no X-Request-Id.': [named(undefined), malformed],
  "id-own: The request's own X-Request-Id does not come back.": [named('5f1c0b52'), is200],
  "id-cut: The request's own X-Request-Id comes back cut.": sendingAs(identity, (own) => own?.slice(0, 8)),
  'id-any: Any X-Request-Id comes back, whatever its form.': replying((reply, ask) =>
    withField(reply, identity, String(ask?.headers['x-request-id'] ?? 'none')),
  ),
  'id-form: An X-Request-Id has slashes in it.': [named('plants/4711'), refusal, withoutField('x-request-id')],
  'must-understand: A list may not be stored, but by shared caches that understand.': [
    caching('must-understand, no-store, public, max-age=600'),
    listed,
  ],
  'targeted-cache: A list tells shared caches by a field of their own to keep it.': [adding(['CDN-Cache-Control', 'public, max-age=600']), listed],
}
