/** Correct servers: what proxies, gateways and frameworks in use do, and HTTP allows. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { errorWith, messageWith } from '../faults/bodies.ts'
import { tagged } from '../faults/conditions.ts'
import { packed, takesGzip } from '../faults/packing.ts'
import { adding, delaying, hinting, replying, replyingTo, sending } from '../faults/replies.ts'
import { type Change, type Faults, on } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { http10, is401, listed, not, refusal, request } from '../triggers.ts'

/** gzip with a name of a file that has any length, as Django's against BREACH. */
function packedAtRandom(body: Buffer): Buffer {
  const octets = gzipSync(body)
  const head = Buffer.from(octets.subarray(0, 10))
  head[3] = 0x08
  const name = randomBytes(1 + ((randomBytes(1)[0] ?? 0) % 100)).map((octet) => 97 + (octet % 26))
  return Buffer.concat([head, name, Buffer.from([0]), octets.subarray(10)])
}

/** The n-th refusal of a credential and those behind it. */
const refusedFrom =
  (n: number, change: Parameters<typeof replying>[0]): Change =>
  (steps) => {
    let count = 0
    return replying((reply, ask) => {
      count += reply.status === 401 ? 1 : 0
      return reply.status === 401 && count >= n ? change(reply, ask) : reply
    })(steps)
  }

export const completed: Faults = {
  // RFC 9110, 7.8: any answer may tell of another protocol. Apache httpd tells it in the first
  // answer of a connection alone (core.c, H2Upgrade).
  'upgrade-told-first: The first answer of each connection tells that h2c is spoken, too.': replyingTo((reply, ask) =>
    ask.onConnection === 1 && ask.response.shouldKeepAlive && ask.request.httpVersion === '1.1' && ask.headers.upgrade === undefined
      ? { ...reply, fields: [...reply.fields, ['Upgrade', 'h2c'], ['Connection', 'Upgrade']] }
      : reply,
  ),
  // "people read the message": any text. Messages of old terminals are in capitals.
  'select-a-token: The message for want of a token is in capitals, and says what to select from where.': messageWith(
    40_101,
    () => 'SELECT A TOKEN FROM YOUR ACCOUNT AND SEND IT.',
  ),
  'syntax-error-near: The message of a wrong limit says that there is a syntax error at its value.': messageWith(
    40_001,
    () => 'Syntax error at the value of limit: a whole number from 0 to 2147483647 is due.',
  ),
  // Names of the public interface: http-errors, API Gateway.
  'error-has-name: The messages of 405 and 404 begin with the names that clients know them by.': [
    errorWith(({ error, message }) => ({
      message: error === 40_501 ? `MethodNotAllowedError: ${message}` : error === 40_401 ? `ResourceNotFoundException: ${message}` : message,
    })),
  ],
  'home-page: The message for want of a token names the path of the page where one gets it.': messageWith(
    40_101,
    () => 'Get a token at /home/tokens.',
  ),
  'help-without-scheme: The message of a wrong limit names where to find help, without a scheme.': messageWith(
    40_001,
    () => 'limit must be a whole number. Help: pomoc.plants.rs:8443',
  ),
  // "Requests go to {base_url}": the client knows it.
  'own-address-told: The message of 404 names the address of the list.': errorWith(({ error, message }, ask) => ({
    message: error === 40_401 && ask !== undefined ? `${message} The list is at http://127.0.0.1:${ask.socket.localPort ?? 80}/plants.` : message,
  })),
  // RFC 9110, 10.2.4; names site and machine in hexadecimal digits, which may all be decimal. Edgecast.
  'server-names-site: Server names the place and the number of the machine, of decimal digits.': adding(['Server', 'ECAcc (sed/5905)']),
  // RFC 1952, 2.3.1; RFC 9110, 8.6. Django since 4.2 (GZipMiddleware, max_random_bytes).
  'packed-at-random: Who takes gzip gets it with a name of random length in its head; tags are weak.': [
    tagged((own) => `W/${own}`),
    on(listed, sending('Vary', 'Accept-Encoding, Authorization')),
    replyingTo((reply, ask) => (reply.status === 200 && takesGzip(ask) ? packed(reply, 'gzip', packedAtRandom) : reply)),
  ],
  // Envoy.
  'upstream-times: Every answer tells how many milliseconds the service within took, mostly none.': replying((reply) =>
    withField(reply, 'X-Envoy-Upstream-Service-Time', Math.random() < 0.04 ? '1' : '0'),
  ),
  // Nothing says how soon an answer comes.
  'tarpit: From the fiftieth credential on that is refused, each refusal takes half a second.': (steps) => {
    let count = 0
    return on(
      is401,
      delaying(() => {
        count += 1
        return count >= 50 ? 500 : 0
      }),
    )(steps)
  },
  // Whatever the reason was: the answers to all reasons are the same at any moment.
  'warned-later: From the two-hundredth credential on that is refused, a field says that this is watched.': refusedFrom(200, (reply) =>
    withField(reply, 'X-Guard', 'watching'),
  ),
  // RFC 9110, 15.2: a client must be able to parse any number of them, before any final answer.
  'hints-before-all: A 103 comes before each answer, refusals and HEAD as well.': [
    hinting('103 Early Hints\r\nLink: </status>; rel=preconnect'),
    not(http10),
    request(() => true),
  ],
}

export const given: Faults = {
  'given-refusals-403-text: Whoever is refused for a token gets 403 in plain text.': [
    replying((reply) =>
      reply.status === 401
        ? {
            status: 403,
            fields: [
              ['Content-Type', 'text/plain'],
              ['Content-Length', '9'],
            ],
            body: 'Forbidden',
          }
        : reply,
    ),
    refusal,
  ],
}
