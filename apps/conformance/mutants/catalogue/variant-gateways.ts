/** Correct servers that do what real proxies, gateways and frameworks do and HTTP allows. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { messageWith } from '../faults/bodies.ts'
import { asWeak, tagged } from '../faults/conditions.ts'
import { packed, takesGzip } from '../faults/packing.ts'
import { adding, delaying, hinting, onRefusals, replying, replyingTo, sending, varying } from '../faults/replies.ts'
import type { Faults } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { http10, not, refusal } from '../triggers.ts'

/** gzip with a file name of random length, as Django writes it against BREACH. */
function packedAtRandom(body: Buffer): Buffer {
  const octets = gzipSync(body)
  const head = Buffer.from(octets.subarray(0, 10))
  head[3] = 0x08
  const name = randomBytes(1 + ((randomBytes(1)[0] ?? 0) % 100)).map((octet) => 97 + (octet % 26))
  return Buffer.concat([head, name, Buffer.from([0]), octets.subarray(10)])
}

export const completed: Faults = {
  // RFC 9110, 7.8: any answer may offer another protocol. Apache httpd offers it only in the first
  // answer of a connection (core.c, H2Upgrade).
  'upgrade-told-first: The first answer of each connection offers h2c.': replyingTo((reply, ask) =>
    ask.onConnection === 1 && ask.response.shouldKeepAlive && ask.request.httpVersion === '1.1' && ask.headers.upgrade === undefined
      ? { ...reply, fields: [...reply.fields, ['Upgrade', 'h2c'], ['Connection', 'Upgrade']] }
      : reply,
  ),
  // "people read the message": any text is allowed. Messages of old terminals are in capitals.
  'select-a-token: The message for a missing token, in capitals, says what to select from where.': messageWith(
    40_101,
    () => 'SELECT A TOKEN FROM YOUR ACCOUNT AND SEND IT.',
  ),
  'syntax-error-near: The message for a wrong limit says that there is a syntax error at its value.': messageWith(
    40_001,
    () => 'Syntax error at the value of limit: a whole number from 0 to 2147483647 is due.',
  ),
  // Names from the public interface, as in http-errors and API Gateway.
  'error-has-name: The messages of 405 and 404 begin with error names that clients know.': [
    messageWith(40_501, (message) => `MethodNotAllowedError: ${message}`),
    messageWith(40_401, (message) => `ResourceNotFoundException: ${message}`),
  ],
  'home-page: The message for a missing token names the path of the page where tokens are available.': messageWith(
    40_101,
    () => 'Get a token at /home/tokens.',
  ),
  'help-without-scheme: The message for a wrong limit names a host for help, without a scheme.': messageWith(
    40_001,
    () => 'limit must be a whole number. Help: pomoc.plants.rs:8443',
  ),
  // "Requests go to {base_url}": the client knows the address.
  'own-address-told: The message of a 404 names the address of the list.': messageWith(40_401, (message, ask) =>
    ask === undefined ? message : `${message} The list is at http://127.0.0.1:${ask.socket.localPort ?? 80}/plants.`,
  ),
  // RFC 9110, 10.2.4. Edgecast names site and machine in hexadecimal digits, which may all be decimal.
  'server-names-site: Server names the site and the number of the machine, in decimal digits.': adding(['Server', 'ECAcc (sed/5905)']),
  // RFC 1952, 2.3.1; RFC 9110, 8.6. Django since 4.2 (GZipMiddleware, max_random_bytes).
  'packed-at-random: A client that accepts gzip gets it with a file name of random length in its header, and ETags are weak.': [
    tagged(asWeak),
    varying('Accept-Encoding, Authorization'),
    replyingTo((reply, ask) => (reply.status === 200 && takesGzip(ask) ? packed(reply, 'gzip', packedAtRandom) : reply)),
  ],
  // Envoy.
  'upstream-times: Every answer tells how many milliseconds the upstream service took, mostly zero.': replying((reply) =>
    withField(reply, 'X-Envoy-Upstream-Service-Time', Math.random() < 0.04 ? '1' : '0'),
  ),
  // Nothing says how soon an answer must come.
  'tarpit: From the fiftieth refused credential, each refusal takes half a second.': onRefusals((nth) => nth >= 50, delaying(500)),
  // At any moment the answers for all reasons are the same.
  'warned-later: From the two-hundredth refused credential, a field of refusals says that they are being watched.': onRefusals(
    (nth) => nth >= 200,
    sending('X-Guard', 'watching'),
  ),
  // RFC 9110, 15.2: a client must be able to parse any number of them, before any final answer.
  'hints-before-all: A 103 precedes every answer, including refusals and answers to HEAD.': [
    hinting('103 Early Hints\r\nLink: </status>; rel=preconnect'),
    not(http10),
  ],
}

export const given: Faults = {
  'given-refusals-403-text: A missing or refused token gets 403 in plain text.': [
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
