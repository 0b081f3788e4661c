/** Correct servers that write bodies and header fields in words and spellings of their own. */
import { errors, errorTexts, errorWith, escaped, lists, messages, messageWith, plants } from '../faults/bodies.ts'
import { asWeak, tagged, tagWith } from '../faults/conditions.ts'
import { takesGzip } from '../faults/packing.ts'
import { adding, byChance, lacking, replying, sending, sendingAs, varying, weakening, zipped } from '../faults/replies.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { worldOf } from '../server/world.ts'
import { all, field, is200, is304, is400, is401, is405, listed, method, not, refusal, request, withoutField } from '../triggers.ts'

const inGerman: Readonly<Record<number, string>> = {
  40_001: 'limit muss eine ganze Zahl von 0 bis 2147483647 sein.',
  40_101: 'Ein Token wird gebraucht.',
  40_102: 'Das Token wurde nicht angenommen – größer ist es auch nicht geworden.',
}
const polite = 'Please select a limit from 0 to 2147483647, at 10:30:15 as ever.'

const renamed = (rename: (name: string) => string): Change =>
  replying((reply) => ({ ...reply, fields: reply.fields.map(([name, value]) => [rename(name), value]) }))

const typed = (value: string): Change => on(not(is304), sending('Content-Type', value))
const compressed: Change = both(zipped, sending('Content-Encoding', 'gzip'), weakening)

export const completed: Faults = {
  'indented: JSON is indented.': lists((text) => JSON.stringify(JSON.parse(text), null, 2)),
  'space-around: White space surrounds the JSON.': lists((text) => `\r\n \t${text}\n`),
  'tag-first: The tag comes before the name.': plants(({ name, tag }) => ({ tag, name })),
  'escaped: Characters beyond ASCII are escaped.': lists(escaped),
  'escaped-capitals: Escapes are in capitals, and slashes are escaped.': lists((text) =>
    escaped(text)
      .replaceAll(/(?<=\\u)[\da-f]{4}/g, (code) => code.toUpperCase())
      .replaceAll('/', String.raw`\/`),
  ),
  'error-indented: Errors are indented.': errors((body) => JSON.stringify(body, null, 4)),
  'error-message-first: The message comes before the number.': errors(({ error, message }) => ({ message, error })),
  'error-numbers: Errors have other numbers.': errorWith(({ error }) => ({ error: error % 97 })),
  'error-numbers-extreme: Error numbers are close to the smallest that 32 bits can hold.': errorWith(({ error }) => ({
    error: -2_147_483_648 + (error % 97),
  })),
  'error-message-polite: Messages say please, and have words that mean something to databases.': messages(() => polite),
  'error-messages: Messages are in another language.': messages((_message, _ask, error) => inGerman[error] ?? 'Das geht nicht.'),
  'error-message-detailed: The message for a wrong limit repeats its value.': messageWith(
    40_001,
    (_message, ask) => `limit is ${JSON.stringify(ask?.query.getAll('limit'))}: give one.`,
  ),
  'charset: Content-Type names the charset.': typed('application/json; charset=utf-8'),
  'charset-capitals: Content-Type names the charset in capitals and quotes.': typed('Application/JSON;charset="UTF-8"'),
  'gzip: A client that accepts gzip gets a compressed list.': [
    varying('Accept-Encoding, Authorization'),
    on(all(is200, request(takesGzip)), compressed),
  ],
  'compressed-unasked: A client that sends no Accept-Encoding gets a compressed list.': [
    tagged(asWeak),
    varying('Accept-Encoding, Authorization'),
    on(all(is200, withoutField('accept-encoding')), compressed),
  ],
  'more-headers: Further fields for browsers are sent.': adding(
    ['Strict-Transport-Security', 'max-age=63072000'],
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "default-src 'none'"],
    ['Referrer-Policy', 'no-referrer'],
    ['Accept-Ranges', 'none'],
    ['Server-Timing', 'store;dur=0.4'],
  ),
  'expires: Fields for old caches are sent.': adding(['Pragma', 'no-cache'], ['Expires', '0']),
  'cors: Pages of other sites may send requests (CORS).': sendingAs('Access-Control-Allow-Origin', (_own, { headers: asked }) => asked.origin),
  'small-names: Field names are in lower case.': renamed((name) => name.toLowerCase()),
  'capital-names: Field names are in capitals.': renamed((name) => name.toUpperCase()),
  'weak-tags: ETags are weak.': tagged(asWeak),
  'strange-tags: ETags have commas and brackets in them.': tagged((own) => own.replace(/^"/, '",[*]#')),
  'tags-by-limit: Equal lists have different ETags under different limits.': tagWith(({ limit = 'all' }) => `-${limit}`),
  'vary-more: Lists vary by more than Authorization.': varying('Origin, Authorization'),
  'vary-small: Vary is in lower case.': varying('authorization,accept'),
  'vary-star-alone: Lists have Vary: *.': varying('*'),
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
  'cache-control-twice: Cache-Control is on two lines.': [sending('Cache-Control', 'no-cache'), adding(['Cache-Control', 'private']), listed],
  'lists-not-stored: No cache may keep a list.': [sending('Cache-Control', 'no-store, max-age=0'), listed],
  'short-ids: X-Request-Id is a short number.': [sendingAs('X-Request-Id', (_own, { number }) => String(number)), withoutField('x-request-id')],
  'head-without-length: HEAD gets no Content-Length.': [lacking('Content-Length'), method('HEAD')],
  'content-language: A 400 tells the language of its message.': [sending('Content-Language', 'en'), is400],
  'other-challenge: A challenge has its own realm, and a scope.': [
    on(is401, sending('WWW-Authenticate', 'Bearer realm="Greenhouse", scope="plants:read"')),
    on(all(is401, field('authorization')), sending('WWW-Authenticate', 'Bearer scope="plants:read", error="invalid_token", error_description="No."')),
  ],
  'blanks-behind-values: White space follows the values of fields.': replying((reply) => ({
    ...reply,
    fields: reply.fields.map(([name, value]) => [name, name === 'Content-Length' ? value : `${value} \t`]),
  })),
  'allow-on-two-lines: Allow is on two lines.': [sending('Allow', 'GET'), adding(['Allow', 'HEAD']), is405],
  'challenge-in-small: A challenge names its scheme in lower case.': [
    sendingAs('WWW-Authenticate', (own) => own?.replace('Bearer', 'bearer')),
    is401,
  ],
  'refusals-much-unstored: A refusal says in several ways that it must not be stored.': [
    sending('Cache-Control', 'private, no-store, max-age=0, must-revalidate'),
    refusal,
  ],
  'message-with-reference: Messages end with a random reference.': messages((message) => `${message} Reference: ${byChance()}`),
  'message-long: Messages have ten thousand characters, with line breaks and an emoji.': messages(
    (message) => `${message}\n\n🌵 ${'Please mind the flowers. '.repeat(400)}`,
  ),
  'message-with-time: The message for a wrong limit tells the time.': messageWith(40_001, (message) => `${message} (${new Date().toISOString()})`),
  'message-with-path: The message for an unknown path repeats it.': messageWith(
    40_401,
    (_message, ask) => `There is nothing at "${ask?.path ?? ''}".`,
  ),
  'message-in-lines: The message for a wrong limit has a line for each bound.': messageWith(
    40_001,
    (message) => `${message} It is:\n  at least 0\n  at most 2147483647`,
  ),
  // The version is that of a document; the error is one of the token, not of the program.
  'message-with-address: Messages about tokens name an error, and the address of a document with its version.': messages((message, _ask, number) =>
    number === 40_101 || number === 40_102 ? `InvalidTokenError: ${message} See https://plants.example/docs/v1.0/tokens.` : message,
  ),
  'number-with-zero-fraction: Error numbers are written with a fraction of zero.': errorTexts((text) => text.replace(/(?<="error":)(\d+)/, '$1.0')),
  'error-members-escaped: Member names of errors are escaped.': errors(
    ({ error, message }) => `{"\\u0065rror":${error},"m\\u0065ssage":${JSON.stringify(message)}}`,
  ),
  'members-escaped: Member names of plants are escaped.': lists((text) =>
    text.replaceAll('{"name":', String.raw`{"n\u0061me":`).replaceAll(',"tag":', String.raw`,"t\u0061g":`),
  ),
  'much-space: A thousand line breaks precede the list, and a thousand follow it.': lists(
    (text) => `${'\n'.repeat(1000)}${text}${'\r\n'.repeat(1000)}`,
  ),
  'tag-of-nothing: The empty list has an empty ETag.': ({ tag }) => ({ tag: (body, ask) => (String(body) === '[]' ? '""' : tag(body, ask)) }),
  'tags-long: ETags have a thousand characters.': tagWith(() => 'x'.repeat(1000)),
  'tags-with-backslash: ETags have backslashes and other punctuation in them.': tagged((own) =>
    own.replace(/^"/, () => String.raw`"\#%$&'*+;<=>?@^|~`),
  ),
  'tags-by-caller: Equal lists of different callers have different ETags.': [
    tagWith(({ caller }) => `-${Buffer.from(caller?.name ?? '').toString('hex')}`),
    worldOf({ Alder: 'ana ben', Oak: 'ana ben', Elm: 'ana ben' }),
  ],
}
