/** Correct by the given contract alone. */
import { errorWith, plants } from '../faults/bodies.ts'
import { tagWith } from '../faults/conditions.ts'
import { admittingLike, anyPlace, elsewhere, requiring } from '../faults/credentials.ts'
import { accepting, limitsFrom, refusingLimit } from '../faults/limits.ts'
import { arranged, bare, cutting, limitAs, sees } from '../faults/lists.ts'
import { adding, asStatus, byChance, cuttingOff, lacking, plain, saying, sending, unstored } from '../faults/replies.ts'
import { answeringPath, inOrder, refusingAt } from '../faults/routes.ts'
import { type Faults, on } from '../mutant.ts'
import { field, forAnotherHost, http10, is200, is401, not, request, status } from '../triggers.ts'
import { withTokens } from '../server/world.ts'

/** Accepts the spellings that most libraries accept. */
const lenient = accepting(/^[ +]?0*\d{1,9}(?:\.0+|e0)?[ ]?$/)

/** Reads a query as Go does: drops parts with a semicolon, or with a percent sign that begins no code. */
const droppingParts = limitsFrom((_texts, { url }) => {
  const parts = url.replace(/^[^?]*\??/, '').split('&')
  const proper = parts.filter((part) => !/;|%(?![\da-f]{2})/i.test(part))
  return new URLSearchParams(`?${proper.join('&')}`).getAll('limit')
})

const elsewhereInText = on(status(404, 405), saying('Cannot GET /nothing', 'text/plain'))

const page = saying('<!doctype html><title>Plants</title>', 'text/html')

/** The token in one of the two base64 alphabets, without padding. */
const inOneAlphabet = (token: string): string => token.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')

export const given: Faults = {
  'given-zero-refused: A limit of zero is refused.': refusingLimit((n) => n === 0),
  'given-capped: With a limit, at most ten plants are returned.': limitAs((n) => Math.min(n, 10)),
  'given-parts-dropped: Malformed parts of the query are dropped.': droppingParts,
  'given-extra-members: Plants have an id and errors a timestamp as extra members.': [
    plants((plant) => ({ id: 7, ...plant })),
    errorWith(() => ({ timestamp: '2024-05-01T00:00:00Z' })),
  ],
  'given-empty-401: A 401 has no body.': [saying(''), is401],
  'given-scheme-case: The scheme is accepted only when spelled Bearer.': requiring(/^Bearer /),
  'given-token-in-query: A token is accepted in the query parameter access_token.': [
    anyPlace,
    elsewhere(({ query }) => query.get('access_token') ?? undefined),
  ],
  'given-limit-first: An invalid limit is refused before the token is checked.': inOrder('path', 'method', 'limit', 'place', 'credential'),
  'given-usual: The server behaves as a common framework does by default.': [
    plain,
    elsewhereInText,
    sending('X-Powered-By', 'Express'),
    lenient,
    answeringPath((path) => /^\/plants\/?$/i.test(path)),
  ],

  'given-limit-before-access: The limit counts all plants in the store, and those that the caller may not see are left out afterwards.': cutting(
    (found, limit, ask) => (limit === undefined ? found : bare(ask.world.plants.slice(0, limit).filter((plant) => sees(plant, ask)))),
  ),
  // Java, Integer.decode, by which Spring reads request parameters
  'given-java-numbers: Limits may be hexadecimal behind a number sign.': accepting(/^#[\da-f]{1,7}$/i, (text) => Number.parseInt(text.slice(1), 16)),
  'given-hidden: A request without a valid token gets 404.': [lacking('WWW-Authenticate'), asStatus(404), is401],
  'given-tag-each-time: Every response has a different ETag.': tagWith(() => `-${byChance()}`),
  'given-others-cut-off: Requests with other methods or paths are cut off without a response.': [
    cuttingOff,
    request((ask) => ask.path !== '/plants' || (ask.method !== 'GET' && ask.method !== 'HEAD')),
  ],
  'given-not-acceptable: A client that does not accept JSON gets 406.': [
    unstored(406, 40_601, 'There is nothing but JSON.'),
    is200,
    field('accept'),
    not(field('accept', /(?:^|[ ,])(?:application\/(?:json|\*)|\*\/\*)/i)),
  ],
  // "Requests go to {base_url}" says nothing about other hosts. Django's ALLOWED_HOSTS and HTTP.sys: 400.
  'given-other-host-400: A request for another host is refused.': [refusingAt('checkForm', 'malformedRequest'), forAnotherHost],
  // Django, and Tomcat for names that it takes for malformed
  'given-other-host-page: A request for another host gets 400 with a page.': [page, asStatus(400), forAnotherHost],
  // Django REST framework, BrowsableAPIRenderer
  'given-browsable: A client that accepts HTML gets the list as a page.': [page, is200, field('accept', /\btext\/html\b/i)],
  // How tokens are read is not specified. PHP, Node and Python's urlsafe fallbacks read both alphabets (RFC 4648, 5).
  'given-base64-tokens: Tokens are base64, and both alphabets are accepted.': [
    admittingLike((token, own) => inOneAlphabet(own) === inOneAlphabet(token)),
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
