/** Correct servers that write bodies, header fields and messages in words and spellings of their own. */
import { hash } from 'node:crypto'
import { errorWith, escaped, lists, messageWith } from '../faults/bodies.ts'
import { asWeak, tagged, tagWith } from '../faults/conditions.ts'
import { adding, lacking, replying, sending, sendingAs, varying, zipped } from '../faults/replies.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { inTurn } from '../server/write-reply.ts'
import { all, field, is200, is304, is401, listed, method, not, refusal, withoutField } from '../triggers.ts'

const renamed = (rename: (name: string) => string): Change =>
  replying((reply) => ({ ...reply, fields: reply.fields.map(([name, value]) => [rename(name), value]) }))

const typed = (value: string): Change => on(not(is304), sending('Content-Type', value))
const compressed: Change = both(
  zipped,
  sending('Content-Encoding', 'gzip'),
  sendingAs('ETag', (own) => (own === undefined ? own : asWeak(own))),
)

/** Asks with this head for content that the client holds back. */
const continuing =
  (head: string): Change =>
  () => ({
    heldContent: (ask) => {
      inTurn(ask, () => void ask.socket.write(head))
      return 'waited for'
    },
  })

/** Every second plant has its tag first. */
const inTurns: Change = ({ encodePlant }) => {
  let turn = 0
  return {
    encodePlant: (plant, place, ask) => {
      turn += 1
      const { name, tag } = plant
      return turn % 2 === 0 ? encodePlant(plant, place, ask) : JSON.stringify({ tag, name })
    },
  }
}

export const completed: Faults = {
  'indented: JSON is indented.': lists((text) => JSON.stringify(JSON.parse(text), null, 2)),
  'escaped: Characters beyond ASCII are escaped.': lists(escaped),
  'error-numbers-extreme: Error numbers are close to the smallest that 32 bits can hold.': errorWith(({ error }) => ({
    error: -2_147_483_648 + (error % 97),
  })),
  'error-message-detailed: The message for a wrong limit repeats its value.': messageWith(
    40_001,
    (_message, ask) => `limit is ${JSON.stringify(ask?.query.getAll('limit'))}: give one.`,
  ),
  'charset: Content-Type names the charset.': typed('application/json; charset=utf-8'),
  'compressed-unasked: A client that sends no Accept-Encoding gets a compressed list.': [
    tagged(asWeak),
    varying('Accept-Encoding, Authorization'),
    on(all(is200, withoutField('accept-encoding')), compressed),
  ],
  'cors: Pages of other sites may send requests (CORS).': sendingAs('Access-Control-Allow-Origin', (_own, { headers: asked }) => asked.origin),
  'small-names: Field names are in lower case.': renamed((name) => name.toLowerCase()),
  'tags-by-limit: Equal lists have different ETags under different limits.': tagWith(({ limit = 'all' }) => `-${limit}`),
  'words-in-capitals: Values of header fields are in capitals, with spaces wherever they are allowed.': [
    on(listed, sending('Cache-Control', 'Private\t, NO-CACHE')),
    varying('AUTHORIZATION , Accept'),
    on(
      refusal,
      sendingAs('Cache-Control', (own) => own?.toUpperCase()),
    ),
    on(
      is401,
      sendingAs('WWW-Authenticate', (own) => own?.replace('Bearer realm=', 'BEARER REALM = ').replace('error=', 'ERROR = ')),
    ),
  ],
  'other-schemes: A challenge has quotes in its realm, and is followed by one of another scheme.': [
    sendingAs('WWW-Authenticate', (own) =>
      own?.replace(/realm="[^"]*"/, String.raw`realm="the \"plants\"", x-hint=none`).concat(', Basic realm="plants"'),
    ),
    is401,
  ],
  // RFC 6750, 3.1
  'challenge-without-code: The challenge to a scheme other than Bearer has no error code.': [
    sendingAs('WWW-Authenticate', (own) => own?.replace(', error="invalid_token"', '')),
    is401,
    not(field('authorization', /^bearer/i)),
  ],
  // expressjs/express: weak tags
  'members-in-turns: Members of plants are in varying order, beside weak ETags that depend on the whole target.': [
    inTurns,
    () => ({ tag: (body, { url }) => `W/"${hash('md5', `${url} ${body.length}`).slice(0, 20)}"` }),
  ],
  'vary-twice: Vary is on two lines.': [adding(['Vary', 'Accept-Encoding']), listed],
  'head-without-length: HEAD gets no Content-Length.': [lacking('Content-Length'), method('HEAD')],
  'tags-by-caller: Equal lists of different callers, such as empty ones, have different ETags.': tagWith(
    ({ caller }) => `-${Buffer.from(caller?.name ?? '').toString('hex')}`,
  ),
  // Microsoft IIS
  'continue-with-fields: Content that the client holds back is asked for with a 100 that has header fields.': continuing(
    'HTTP/1.1 100 Continue\r\nServer: Microsoft-IIS\r\nDate: Mon, 05 Feb 2024 08:00:00 GMT\r\n\r\n',
  ),
}
