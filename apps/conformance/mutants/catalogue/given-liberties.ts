/** More servers correct by the given contract alone: as frameworks, stores and proxies behave where it is silent. */
import { errors } from '../faults/bodies.ts'
import { tagWith } from '../faults/conditions.ts'
import { admittingLike } from '../faults/credentials.ts'
import { accepting } from '../faults/limits.ts'
import { arranged, bare, cutting, sees } from '../faults/lists.ts'
import { gzip, packing } from '../faults/packing.ts'
import { adding, asStatus, byChance, cuttingOff, lacking, refusing, saying, sending, sendingAs, unstored } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { refusingAt } from '../faults/routes.ts'
import type { Ask } from '../server/ask.ts'
import { withTokens } from '../server/world.ts'
import { field, forAnotherHost, http10, is200, is401, is404, onLines, request } from '../triggers.ts'

/** The value of a digit of any script: the ten digits of a script are consecutive code points. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

const takesJson = ({ headers: { accept = '*/*' } }: Ask): boolean => /(?:^|[ ,])(?:application\/(?:json|\*)|\*\/\*)/i.test(accept)

const page = saying('<!doctype html><title>Plants</title>', 'text/html')

const accepts =
  (type: RegExp) =>
  ({ headers: { accept = '' } }: Ask): boolean =>
    type.test(accept)

/** The token in one of the two base64 alphabets, without padding. */
const plain = (token: string): string => token.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')

export const given: Faults = {
  'given-limit-before-access: The limit counts all plants in the store, and those that the caller may not see are left out afterwards.': cutting(
    (found, limit, ask) => (limit === undefined ? found : bare(ask.world.plants.slice(0, limit).filter((plant) => sees(plant, ask)))),
  ),
  'given-page-elsewhere: Every other path gets 200 with an HTML page.': [page, asStatus(200), is404],
  'given-c-numbers: Limits may be octal or hexadecimal.': [
    accepting(/^0[0-7]{1,8}$/, (text) => Number.parseInt(text, 8)),
    accepting(/^0x[\da-f]{1,7}$/i),
  ],
  // Java, Integer.decode, by which Spring reads request parameters
  'given-java-numbers: Limits may be hexadecimal behind a number sign.': accepting(/^#[\da-f]{1,7}$/i, (text) => Number.parseInt(text.slice(1), 16)),
  'given-python-numbers: Limits may be written in the digits of any script, with underscores between them.': accepting(
    /^\p{Nd}{1,3}(?:_?\p{Nd}{1,3}){0,2}$/u,
    (text) => Number(text.replaceAll('_', '').replaceAll(/\p{Nd}/gu, (digit) => digitOf(digit))),
  ),
  'given-hidden: A request without a valid token gets 404.': [lacking('WWW-Authenticate'), asStatus(404), is401],
  'given-empty-message: The messages of errors are empty.': errors(({ error }) => ({ error, message: '' })),
  'given-tag-each-time: Every answer has a different ETag.': tagWith(() => `-${byChance()}`),
  'given-others-cut-off: Requests with other methods or paths are cut off without an answer.': [
    cuttingOff,
    request(({ method, path }) => path !== '/plants' || (method !== 'GET' && method !== 'HEAD')),
  ],
  'given-guessing: After a hundred requests, refused tokens get 429.': [
    lacking('WWW-Authenticate'),
    refusing(429),
    sending('Retry-After', '1'),
    is401,
    field('authorization'),
    request(({ number }) => number > 100),
  ],
  'given-not-acceptable: A client that does not accept JSON gets 406.': [
    unstored(406, 40_601, 'There is nothing but JSON.'),
    is200,
    request((ask) => !takesJson(ask)),
  ],
  // "Requests go to {base_url}" says nothing about other hosts. Django's ALLOWED_HOSTS and HTTP.sys: 400.
  'given-other-host-400: A request for another host is refused.': [refusingAt('checkForm', 'malformedRequest'), forAnotherHost],
  // Django, and Tomcat for names that it takes for malformed
  'given-other-host-page: A request for another host gets 400 with a page.': [page, asStatus(400), forAnotherHost],
  // Django REST framework, BrowsableAPIRenderer
  'given-browsable: A client that accepts HTML gets the list as a page.': [page, is200, request(accepts(/\btext\/html\b/i))],
  // Spring, Jackson's converter: application/*+json
  'given-type-as-wished: A client that accepts a type of JSON gets the list in that type.': [
    sendingAs('Content-Type', (own, { headers: { accept = '' } }) => /[\w/.]+\+json/i.exec(accept)?.[0] ?? own),
    is200,
  ],
  // nginx
  'given-conditions-once: Two lines of If-None-Match get 400 with a page.': [page, asStatus(400), onLines('if-none-match')],
  // Spring: multipart parsing without a boundary; WebFlux: more than fifty types
  'given-form-fails: A form of several parts without the boundary between them gets 500.': [
    refusing(500),
    field('content-type', /^multipart\/form-data *$/i),
  ],
  'given-types-fail: More than fifty types in Accept get 500.': [
    refusing(500),
    request(({ headers: { accept = '' } }) => accept.split(',').length > 50),
  ],
  // Starlette, GZipMiddleware
  'given-gzip-anywhere: A client gets the list compressed if gzip stands anywhere in its Accept-Encoding.': packing({
    ...gzip,
    packs: (ask) => ask?.headers['accept-encoding']?.includes('gzip') === true,
  }),
  // How tokens are read is not specified. PHP, Node and Python's urlsafe fallbacks read both alphabets (RFC 4648, 5).
  'given-base64-tokens: Tokens are base64, and both alphabets are accepted.': [
    admittingLike((token, own) => plain(own) === plain(token)),
    withTokens((name) => `q+/7Zk9+${Buffer.from(`${name}-secret`).toString('base64').replace(/=+$/, '')}/PQ+s`),
  ],
  // No order is specified. As in PostgreSQL without ORDER BY (synchronize_seqscans) and scans of DynamoDB or Cassandra.
  'given-order-turns: Each list begins with a different plant.': arranged((found, { number }) => {
    const at = number % Math.max(1, found.length)
    return [...found.slice(at), ...found.slice(0, at)]
  }),
  // RFC 9110, 15.5.22. Envoy does this unless configured to accept HTTP/1.0.
  'given-no-old-http: HTTP/1.0 requests get 426, which asks for HTTP/1.1.': [
    unstored(426, 42_601, 'Please speak HTTP/1.1.'),
    adding(['Upgrade', 'HTTP/1.1'], ['Connection', 'Upgrade, close']),
    http10,
  ],
}
