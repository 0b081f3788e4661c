/** Correct servers by the given contract alone, continued: as frameworks, stores and proxies do where it is silent. */
import { errors } from '../faults/bodies.ts'
import { tagWith } from '../faults/conditions.ts'
import { admitting } from '../faults/credentials.ts'
import { accepting } from '../faults/limits.ts'
import { arranged, bare, cutting, sees } from '../faults/lists.ts'
import { adding, asStatus, byChance, cuttingOff, lacking, refusing, saying, sending, unstored } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { refusingAt } from '../faults/routes.ts'
import type { Ask } from '../server/ask.ts'
import { withTokens } from '../server/world.ts'
import { field, forAnotherHost, http10, is200, is401, is404, request } from '../triggers.ts'

/** The value of a digit of any script: they stand in tens, one behind the other. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

const takesJson = ({ headers: { accept = '*/*' } }: Ask): boolean => /(?:^|[ ,])(?:application\/(?:json|\*)|\*\/\*)/i.test(accept)

/** One alphabet of base64 in place of the other, and the padding or not. */
const plain = (token: string): string => token.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')

export const given: Faults = {
  'given-limit-before-access: The limit counts plants of the store, of which those are left out that the caller has no access to.': cutting(
    (found, limit, ask) => (limit === undefined ? found : bare(ask.world.plants.slice(0, limit).filter((plant) => sees(plant, ask)))),
  ),
  'given-page-elsewhere: At every other path there is a page.': [saying('<!doctype html><title>Plants</title>', 'text/html'), asStatus(200), is404],
  'given-c-numbers: Limits may be octal and hexadecimal.': [
    accepting(/^0[0-7]{1,8}$/, (text) => Number.parseInt(text, 8)),
    accepting(/^0x[\da-f]{1,7}$/i),
  ],
  'given-python-numbers: Limits may be in digits of any script, with underscores between them.': accepting(
    /^\p{Nd}{1,3}(?:_?\p{Nd}{1,3}){0,2}$/u,
    (text) => Number(text.replaceAll('_', '').replaceAll(/\p{Nd}/gu, (digit) => digitOf(digit))),
  ),
  'given-hidden: Who is not let in gets 404.': [lacking('WWW-Authenticate'), asStatus(404), is401],
  'given-empty-message: Messages are empty.': errors(({ error }) => ({ error, message: '' })),
  'given-tag-each-time: Every answer has another tag.': tagWith(() => `-${byChance()}`),
  'given-others-cut-off: Other methods and paths get no answer.': [
    cuttingOff,
    request(({ method, path }) => path !== '/plants' || (method !== 'GET' && method !== 'HEAD')),
  ],
  'given-guessing: Behind a hundred requests, tokens that are not accepted get 429.': [
    lacking('WWW-Authenticate'),
    refusing(429),
    sending('Retry-After', '1'),
    is401,
    field('authorization'),
    request(({ number }) => number > 100),
  ],
  'given-not-acceptable: Who does not take JSON gets 406.': [
    unstored(406, 40_601, 'There is nothing but JSON.'),
    is200,
    request((ask) => !takesJson(ask)),
  ],
  // "Requests go to {base_url}": of other hosts nothing is said. Django's ALLOWED_HOSTS, HTTP.sys: 400.
  'given-other-host-400: Where Host names another one the request is refused.': [refusingAt('checkForm', 'malformedRequest'), forAnotherHost],
  // How a token is read is not said. PHP, Node and Python's urlsafe fallbacks read both alphabets of base64 (RFC 4648, 5).
  'given-base64-tokens: Tokens are base64, and either alphabet is read.': [
    admitting((token, { world }) => world.callers.find((caller) => plain(caller.token) === plain(token))?.token),
    withTokens((name) => `q+/7Zk9+${Buffer.from(`${name}-secret`).toString('base64').replace(/=+$/, '')}/PQ+s`),
  ],
  // No order is given. PostgreSQL without ORDER BY (synchronize_seqscans), DynamoDB's and Cassandra's scans.
  'given-order-turns: Each list begins with another plant.': arranged((found, { number }) => {
    const at = number % Math.max(1, found.length)
    return [...found.slice(at), ...found.slice(0, at)]
  }),
  // RFC 9110, 15.5.22. Envoy, unless it is told to accept HTTP/1.0.
  'given-no-old-http: HTTP/1.0 is asked to speak HTTP/1.1.': [
    unstored(426, 42_601, 'Please speak HTTP/1.1.'),
    adding(['Upgrade', 'HTTP/1.1'], ['Connection', 'Upgrade, close']),
    http10,
  ],
}
