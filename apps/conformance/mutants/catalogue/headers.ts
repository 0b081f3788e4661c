/** Headers: the fields of answers. */
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
  'type-text: A list is labelled as plain text.': [type('text/plain; charset=utf-8'), is200],
  'type-html: A list with a limit is labelled as HTML.': [type('text/html'), is200, limited],
  'type-vendor: A list is labelled as another kind of JSON.': [type('application/vnd.api+json'), is200],
  "type-like-json: A list is labelled with a type that only begins like JSON's.": [type('application/json5'), is200],
  'type-javascript: A list is labelled as JavaScript.': [type('text/javascript'), is200],
  'type-charset: A list is labelled as ISO 8859-1.': [type('application/json; charset=iso-8859-1'), is200],
  'type-charset-utf16: Every fourth list is labelled as UTF-16.': [type('application/json; charset=utf-16'), is200, every(4)],
  'type-second-caller: A list for the second caller has no Content-Type.': [type(undefined), by('ben')],
  'type-twice: A list has two Content-Type fields.': [adding(['Content-Type', 'text/html']), is200],
  'type-error-text: A 400 is labelled as plain text.': [type('text/plain'), is400],
  'type-error-missing: A 400 has no Content-Type.': [type(undefined), is400],
  'encoding-gzip: A list is labelled as gzip but is not compressed.': [sending('Content-Encoding', 'gzip'), is200],
}

export const completed: Faults = {
  'type-401-html: A 401 is labelled as HTML.': [type('text/html'), is401],
  'type-404-missing: A 404 has no Content-Type.': [type(undefined), is404],
  'type-405-text: A 405 is labelled as plain text.': [type('text/plain'), is405],
  'challenge-missing: A 401 has no WWW-Authenticate.': challenge(undefined),
  'challenge-missing-refused: A 401 for a refused token has no WWW-Authenticate.': [challenge(undefined), field('authorization')],
  'challenge-missing-head: A 401 to HEAD has no WWW-Authenticate.': [challenge(undefined), method('HEAD')],
  'challenge-basic: A 401 has a Basic challenge.': [challenge('Basic realm="plant-store"'), is401],
  'challenge-negotiate: A 401 for a refused token has a Negotiate challenge.': [challenge('Negotiate'), is401, field('authorization')],
  'challenge-bare: The challenge of a 401 names no realm.': [challenge('Bearer'), is401],
  'challenge-invalid-always: A 401 says invalid_token even if no token was sent.': [challenge(invalid), is401],
  'challenge-invalid-never: A 401 for a refused token does not say invalid_token.': [challenge('Bearer realm="plant-store"'), is401],
  'challenge-why: A 401 for a token that is no longer valid says that it has expired.': [
    challenge(`${invalid}, error_description="expired"`),
    is401,
    request(isRetired),
  ],
  'head-tells-why: A 401 to HEAD for a token that is no longer valid says that it has expired.': [
    challenge(`${invalid}, error_description="expired"`),
    is401,
    method('HEAD'),
    request(isRetired),
  ],
  'allow-missing: A 405 has no Allow.': allow(undefined),
  'allow-missing-put: A 405 to PUT has no Allow.': [allow(undefined), method('PUT')],
  'allow-post: A 405 names POST in Allow.': [allow('GET, HEAD, POST'), is405],
  'allow-without-head: A 405 does not name HEAD in Allow.': [allow('GET'), is405],
  'allow-empty: A 405 has an empty Allow.': [allow(''), is405],
  'allow-star: A 405 has Allow: *.': [allow('*'), is405],
  'allow-itself: A 405 names the refused method in Allow.': [replying((reply, ask) => withField(reply, 'Allow', `GET, HEAD, ${ask?.method}`)), is405],
  'cache-public: Any cache may store a list and reuse it for an hour.': [caching('public, max-age=3600'), is200],
  'cache-public-limit: Any cache may store a list with a limit.': [caching('public, no-cache'), is200, limited],
  'cache-public-second-caller: Any cache may store a list for the second caller.': [caching('public, max-age=60'), is200, by('ben')],
  'cache-shared: Shared caches may store a list.': [caching('s-maxage=600'), is200],
  'cache-minute: A list may be reused for a minute without revalidation.': [caching('private, max-age=60'), is200],
  'cache-missing: A list has no Cache-Control.': [caching(undefined), is200],
  'cache-missing-head: An answer to HEAD has no Cache-Control.': [caching(undefined), method('HEAD')],
  'cache-error-missing: A refusal has no Cache-Control.': [caching(undefined), refusal],
  'cache-error-list: A refusal has the Cache-Control of a list.': [caching('private, no-cache'), refusal],
  'cache-401-public: Any cache may store a 401.': [caching('public, max-age=60'), is401],
  'cache-404-missing: A 404 has no Cache-Control.': [caching(undefined), is404],
  'vary-missing: A list has no Vary.': lacking('Vary'),
  'vary-other: The Vary of a list names a field other than Authorization.': [sending('Vary', 'Accept-Encoding'), is200],
  'vary-missing-limit: A list with a limit has no Vary.': [lacking('Vary'), limited],
  'vary-like: The Vary of a list names a field that only ends in Authorization.': [sending('Vary', 'Proxy-Authorization'), is200],
  'etag-missing: A list has no ETag.': lacking('ETag'),
  'etag-missing-limit: A list with a limit has no ETag.': [lacking('ETag'), limited],
  'etag-bare: An ETag has no quotes.': [sending('ETag', 'abc'), is200],
  'etag-space: An ETag has a space in it.': [sending('ETag', '"a b"'), is200],
  'banner-powered: Every answer names the framework.': sending('X-Powered-By', 'Express'),
  'banner-server: Every answer names the server and its version.': sending('Server', 'nginx/1.25.3'),
  'banner-refusal: A refusal names the framework.': [sending('X-Powered-By', 'PHP/8.2.1'), refusal],
  'banner-seldom: Every fifth answer names the server.': [sending('Server', 'gunicorn/21.2.0'), every(5)],
  'banner-asp: Every successful answer to GET names the version of the platform.': [
    sending('X-AspNet-Version', '4.0.30319'),
    not(refusal),
    method('GET'),
  ],
  'id-of-connection: All answers on a connection have the X-Request-Id of the first.': idOfConnection,
  "id-name-in-small-letters: The X-Request-Id of a request is ignored if the field's name is in lower case.": [
    named('5f1c0b52'),
    request((ask) => ask.request.rawHeaders.includes('x-request-id')),
  ],
  'id-missing: A list has no X-Request-Id.': [named(undefined), is200],
  'id-missing-refusal: A refusal has no X-Request-Id.': [named(undefined), refusal],
  'id-missing-malformed: The answer to input that is not HTTP has no X-Request-Id.': [named(undefined), malformed],
  'id-own: The X-Request-Id of a request is not returned.': [named('5f1c0b52'), is200],
  'id-cut: X-Request-Id is returned cut to eight characters.': sendingAs(identity, (own) => own?.slice(0, 8)),
  'id-any: Any X-Request-Id is returned, whatever its form.': replying((reply, ask) =>
    withField(reply, identity, String(ask?.headers['x-request-id'] ?? 'none')),
  ),
  'id-form: The X-Request-Id of a refusal has a slash in it.': [named('plants/4711'), refusal, withoutField('x-request-id')],
  'must-understand: A list may be stored by any cache that understands must-understand, and by no other.': [
    caching('must-understand, no-store, public, max-age=600'),
    listed,
  ],
  'targeted-cache: CDN-Cache-Control tells shared caches to store a list.': [adding(['CDN-Cache-Control', 'public, max-age=600']), listed],
}
