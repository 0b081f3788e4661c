/** Correct servers that write bodies and header fields in words and spellings of their own. */
import { errors, errorWith, escaped, lists, messages, messageWith, plants } from '../faults/bodies.ts'
import { asWeak, tagged, tagWith } from '../faults/conditions.ts'
import { takesGzip } from '../faults/packing.ts'
import { adding, lacking, replying, sending, sendingAs, varying, weakening, zipped } from '../faults/replies.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { worldOf } from '../server/world.ts'
import { all, is200, is304, is401, listed, method, not, refusal, request, withoutField } from '../triggers.ts'

const inGerman: Readonly<Record<number, string>> = {
  40_001: 'limit muss eine ganze Zahl von 0 bis 2147483647 sein.',
  40_101: 'Ein Token wird gebraucht.',
  40_102: 'Das Token wurde nicht angenommen – größer ist es auch nicht geworden.',
}

const renamed = (rename: (name: string) => string): Change =>
  replying((reply) => ({ ...reply, fields: reply.fields.map(([name, value]) => [rename(name), value]) }))

const typed = (value: string): Change => on(not(is304), sending('Content-Type', value))
const compressed: Change = both(zipped, sending('Content-Encoding', 'gzip'), weakening)

export const completed: Faults = {
  'indented: JSON is indented.': lists((text) => JSON.stringify(JSON.parse(text), null, 2)),
  'space-around: White space surrounds the JSON.': lists((text) => `\r\n \t${text}\n`),
  'tag-first: The tag comes before the name.': plants(({ name, tag }) => ({ tag, name })),
  'escaped: Characters beyond ASCII are escaped.': lists(escaped),
  'error-message-first: The message comes before the number.': errors(({ error, message }) => ({ message, error })),
  'error-numbers-extreme: Error numbers are close to the smallest that 32 bits can hold.': errorWith(({ error }) => ({
    error: -2_147_483_648 + (error % 97),
  })),
  'error-messages: Messages are in another language.': messages((_message, _ask, error) => inGerman[error] ?? 'Das geht nicht.'),
  'error-message-detailed: The message for a wrong limit repeats its value.': messageWith(
    40_001,
    (_message, ask) => `limit is ${JSON.stringify(ask?.query.getAll('limit'))}: give one.`,
  ),
  'charset: Content-Type names the charset.': typed('application/json; charset=utf-8'),
  'gzip: A client that accepts gzip gets a compressed list.': [
    varying('Accept-Encoding, Authorization'),
    on(all(is200, request(takesGzip)), compressed),
  ],
  'compressed-unasked: A client that sends no Accept-Encoding gets a compressed list.': [
    tagged(asWeak),
    varying('Accept-Encoding, Authorization'),
    on(all(is200, withoutField('accept-encoding')), compressed),
  ],
  'expires: Fields for old caches are sent.': adding(['Pragma', 'no-cache'], ['Expires', '0']),
  'cors: Pages of other sites may send requests (CORS).': sendingAs('Access-Control-Allow-Origin', (_own, { headers: asked }) => asked.origin),
  'small-names: Field names are in lower case.': renamed((name) => name.toLowerCase()),
  'weak-tags: ETags are weak.': tagged(asWeak),
  'strange-tags: ETags have commas and brackets in them.': tagged((own) => own.replace(/^"/, '",[*]#')),
  'tags-by-limit: Equal lists have different ETags under different limits.': tagWith(({ limit = 'all' }) => `-${limit}`),
  'vary-more: Lists vary by more than Authorization.': varying('Origin, Authorization'),
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
  'vary-twice: Vary is on two lines.': [adding(['Vary', 'Accept-Encoding']), listed],
  'lists-not-stored: No cache may keep a list.': [sending('Cache-Control', 'no-store, max-age=0'), listed],
  'head-without-length: HEAD gets no Content-Length.': [lacking('Content-Length'), method('HEAD')],
  'message-long: Messages have ten thousand characters, with line breaks and an emoji.': messages(
    (message) => `${message}\n\n🌵 ${'Please mind the flowers. '.repeat(400)}`,
  ),
  'message-with-path: The message for an unknown path repeats it.': messageWith(
    40_401,
    (_message, ask) => `There is nothing at "${ask?.path ?? ''}".`,
  ),
  // The version is that of a document; the error is one of the token, not of the program.
  'message-with-address: Messages about tokens name an error, and the address of a document with its version.': messages((message, _ask, number) =>
    number === 40_101 || number === 40_102 ? `InvalidTokenError: ${message} See https://plants.example/docs/v1.0/tokens.` : message,
  ),
  'members-escaped: Member names of plants are escaped.': lists((text) =>
    text.replaceAll('{"name":', String.raw`{"n\u0061me":`).replaceAll(',"tag":', String.raw`,"t\u0061g":`),
  ),
  'much-space: A thousand line breaks precede the list, and a thousand follow it.': lists(
    (text) => `${'\n'.repeat(1000)}${text}${'\r\n'.repeat(1000)}`,
  ),
  'tags-long: ETags have a thousand characters.': tagWith(() => 'x'.repeat(1000)),
  'tags-by-caller: Equal lists of different callers have different ETags.': [
    tagWith(({ caller }) => `-${Buffer.from(caller?.name ?? '').toString('hex')}`),
    worldOf({ Alder: 'ana ben', Oak: 'ana ben', Elm: 'ana ben' }),
  ],
}
