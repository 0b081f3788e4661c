/** Correct servers, as reported for products: how JSON is written, what messages say, and how content is packed and asked for. */
import { gzipSync } from 'node:zlib'
import { messageWith } from '../faults/bodies.ts'
import { asWeak, tagged } from '../faults/conditions.ts'
import { gzip, packed, packing, takesGzip } from '../faults/packing.ts'
import { replyingTo, unmeasured, varying } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import { type Ask, fieldOf } from '../server/ask.ts'
import { inTurn } from '../server/write-reply.ts'

/** An escape for each UTF-16 unit of a character. */
const codedHalves = (character: string): string =>
  character
    .split('')
    .map((half) => String.raw`\u${(half.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
    .join('')

const quoted = (text: string, write: (piece: string) => string): string =>
  `"${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/\\.|[^\\]/gsu, (piece) => write(piece))}"`

/** Writes each character of a text by `write`; an escape counts as one. */
const writingTexts =
  (write: (piece: string) => string): Change =>
  () => ({
    encodePlant: ({ name, tag }) => `{"name":${quoted(name, write)}${tag === undefined ? '' : `,"tag":${quoted(tag, write)}`}}`,
  })

const escaping = (characters: RegExp): Change => writingTexts((piece) => (characters.test(piece) ? codedHalves(piece) : piece))

const inCapitals = (escape: string): string => escape.replaceAll(/(?<=\\u)[\da-f]{4}/g, (digits) => digits.toUpperCase())

/** Replaces the message for a wrong limit whose value is short. */
const limitMessage = (message: (value: string) => string): Change =>
  messageWith(40_001, (usual, ask) => {
    const value = ask?.query.get('limit') ?? ''
    return /^[\w.-]{1,12}$/.test(value) ? message(value) : usual
  })

const namesIdentity = ({ headers }: Ask): boolean => /\bidentity\b/.test(headers['accept-encoding']?.toString() ?? '')

const inPieces: Change = ({ write }) => ({
  write: (reply, ask) => {
    if (reply.status !== 200 || ask.method !== 'GET' || fieldOf(reply, 'Content-Encoding') === undefined) {
      write(reply, ask)
      return
    }
    const body = Buffer.from(reply.body)
    ask.response.writeHead(reply.status, unmeasured(reply).flat())
    ask.response.write(body.subarray(0, 10))
    ask.response.end(body.subarray(10))
  },
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

export const completed: Faults = {
  // golang/go, encoding/json.HTMLEscape
  "go-html-escape: HTML's special characters, and the two line separators of JavaScript, are escaped.": escaping(/^[<>&\u2028\u2029]$/),
  // google/gson, htmlSafe
  "gson-html-safe: HTML's special characters, equals signs and apostrophes are escaped.": escaping(/^[<>&='\u2028\u2029]$/),
  // dotnet/runtime, JavaScriptEncoder.Default
  'system-text-json: Quotes, plus signs and everything beyond ASCII are escaped, with hex digits in capitals.': writingTexts((piece) => {
    if (piece === String.raw`\"`) return String.raw`\u0022`
    return /^[<>&'+`]$|^[^\0-~]$/u.test(piece) ? inCapitals(codedHalves(piece)) : piece
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
  // aws-powertools/powertools-lambda-typescript#5691
  'identity-preferred: A client that accepts gzip gets it, unless it also names identity.': packing({
    ...gzip,
    packs: (ask) => takesGzip(ask) && !namesIdentity(ask),
  }),
  // expressjs/compression, flush
  'packed-in-pieces: A client that accepts gzip gets it in pieces, without a length.': [packing(gzip), inPieces],
  // apache/tomcat: no reason since 8.5
  'continue-without-reason: Content that the client holds back is asked for with a 100 without a reason phrase.': continuing('HTTP/1.1 100 \r\n\r\n'),
  // Microsoft IIS
  'continue-with-fields: Content that the client holds back is asked for with a 100 that has header fields.': continuing(
    'HTTP/1.1 100 Continue\r\nServer: Microsoft-IIS\r\nDate: Mon, 05 Feb 2024 08:00:00 GMT\r\n\r\n',
  ),
}
