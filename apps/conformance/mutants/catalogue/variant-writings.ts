/** Correct servers that write bodies, header fields and messages in words and spellings of their own. */
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { coded, errorWith, escaped, lists, messages, messageWith, plantTexts } from '../faults/bodies.ts'
import { asWeak, tagged, tagWith } from '../faults/conditions.ts'
import { packed, takesGzip } from '../faults/packing.ts'
import { adding, lacking, replying, replyingTo, sending, sendingAs, varying, zipped } from '../faults/replies.ts'
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

/** Writes each character of a text by `write`; an escape counts as one. */
const writingTexts = (write: (piece: string) => string): Change =>
  plantTexts((plant) =>
    plant.replaceAll(/(?<=:)"((?:[^"\\]|\\.)*)"/gs, (_all, text: string) => `"${text.replaceAll(/\\.|[^\\]/gsu, (piece) => write(piece))}"`),
  )

/** Replaces the message for a wrong limit whose value is short. */
const limitMessage = (message: (value: string) => string): Change =>
  messageWith(40_001, (usual, ask) => {
    const value = ask?.query.get('limit') ?? ''
    return /^[\w.-]{1,12}$/.test(value) ? message(value) : usual
  })

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
  // The version is that of a document; the error is one of the token, not of the program.
  'message-with-address: Messages about tokens name an error, and the address of a document with its version.': messages((message, _ask, number) =>
    number === 40_101 || number === 40_102 ? `InvalidTokenError: ${message} See https://plants.example/docs/v1.0/tokens.` : message,
  ),
  'tags-by-caller: Equal lists of different callers, such as empty ones, have different ETags.': tagWith(
    ({ caller }) => `-${Buffer.from(caller?.name ?? '').toString('hex')}`,
  ),

  // golang/go, encoding/json.HTMLEscape
  "go-html-escape: HTML's special characters, and the two line separators of JavaScript, are escaped.": writingTexts((piece) =>
    /^[<>&\u2028\u2029]$/.test(piece) ? coded(piece) : piece,
  ),
  // dotnet/runtime, JavaScriptEncoder.Default
  'system-text-json: Quotes, plus signs and everything beyond ASCII are escaped, with hex digits in capitals.': writingTexts((piece) => {
    if (piece === String.raw`\"`) return String.raw`\u0022`
    return /^[<>&'+`]$|^[^\0-~]$/u.test(piece) ? coded(piece).toUpperCase().replaceAll('U', 'u') : piece
  }),
  // python/cpython, json.dumps
  'python-separators: A space follows each comma and colon.': ({ encodePlant }) => ({
    encodePlant: (plant, place, ask) =>
      encodePlant(plant, place, ask)
        .replace(/^\{"name":/, '{"name": ')
        .replace(/,"tag":(?="(?:[^"\\]|\\.)*"\}$)/, ', "tag": '),
    encodeList: (items) => `[${items.join(', ')}]`,
    encodeError: ({ error, message }) => `{"error": ${error}, "message": ${JSON.stringify(message)}}`,
  }),
  // pydantic/pydantic-core
  'pydantic-said: The message for a wrong limit is that of Pydantic.': limitMessage(
    () => 'query.limit: Input should be a valid integer, unable to parse string as an integer',
  ),
  // ajv-validator/ajv, as Fastify shows it
  'ajv-said: The message for a wrong limit names the parameter after a slash.': limitMessage(() => 'querystring/limit must be integer'),
  // hapijs/joi
  'joi-said: The message for a wrong limit begins with a quotation mark.': limitMessage(() => '"limit" must be a safe number'),
  // colinhacks/zod
  'zod-said: The message for a wrong limit says NaN.': limitMessage(() => 'limit: Invalid input: expected number, received NaN'),
  // go-playground/validator
  'validator-said: The message for a wrong limit names the field and its tag.': limitMessage(
    () => "Key: 'ListQuery.Limit' Error:Field validation for 'Limit' failed on the 'number' tag",
  ),
  // cdimascio/express-openapi-validator
  'pattern-said: The message for a wrong limit repeats the value and the pattern.': limitMessage(
    (value) => `request.query.limit "${value}" must match pattern "^(?:0|[1-9][0-9]*)$"`,
  ),
  // caddyserver/caddy#1753
  'weak-where-packed: A client that accepts gzip gets it, under the weak form of the ETag.': [
    tagged((own, ask) => (takesGzip(ask) ? asWeak(own) : own)),
    varying('Authorization, Accept-Encoding'),
    replyingTo((reply, ask) => (reply.status === 200 && takesGzip(ask) ? packed(reply, 'gzip', (body) => gzipSync(body)) : reply)),
  ],
  // apache/tomcat: no reason since 8.5
  'continue-without-reason: Content that the client holds back is asked for with a 100 without a reason phrase.': continuing('HTTP/1.1 100 \r\n\r\n'),
  // Microsoft IIS
  'continue-with-fields: Content that the client holds back is asked for with a 100 that has header fields.': continuing(
    'HTTP/1.1 100 Continue\r\nServer: Microsoft-IIS\r\nDate: Mon, 05 Feb 2024 08:00:00 GMT\r\n\r\n',
  ),
}
