/** Correct servers with rare fields, ids and messages. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { errorTexts, inAscii, messages, messageWith, prefers } from '../faults/bodies.ts'
import { asWeak, tagged } from '../faults/conditions.ts'
import { adding, answering, lacking, replying, sending, sendingAs, varying } from '../faults/replies.ts'
import { listBy } from '../faults/routes.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { fieldOf, withBody, withField } from '../server/ask.ts'
import { ownId } from '../server/reference.ts'
import { is304, is400, is401, is405, listed, not, refusal, request } from '../triggers.ts'

const byLanguage: Change = both(
  messages((message, ask) => (prefers(ask, 'de') ? 'Das geht so nicht.' : message)),
  on(
    refusal,
    replying((reply, ask) => withField(withField(reply, 'Content-Language', prefers(ask, 'de') ? 'de' : 'en'), 'Vary', 'Accept-Language')),
  ),
)

const letters = 'bcdghjklmnpqrstvwxz'
const word = (): string => Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')

/** The time as access logs write it. */
const logTime = (): string => new Date().toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1/$2/$3:$4')

const allow = 'GET,\tHEAD,\tOPTIONS'

/** Makes an id where the request has no valid one. */
const idOfItsOwn = (make: (brought: string) => string): Change =>
  replying((reply, ask) =>
    ownId(ask) === undefined ? withField(reply, 'X-Request-Id', make(ask?.headers['x-request-id']?.toString() ?? '')) : reply,
  )

export const completed: Faults = {
  'vary-star: Vary of a list has a star beside Authorization.': varying('*, Authorization'),
  'cache-extension: Cache-Control has an extension with a comma in quotes.': [
    sending('Cache-Control', 'community="UCI, private", private, no-cache, must-revalidate'),
    listed,
  ],
  'cache-control: Cache-Control has its directives in another order, with others between them.': [
    sending('Cache-Control', 'no-cache, max-age=0, must-revalidate, private'),
    listed,
  ],
  'weak-parts: ETags of parts are weak, those of whole lists are not.': tagged((own, { limit }) => (limit === undefined ? own : asWeak(own))),
  'type-profile: Content-Type names a profile with a comma and a semicolon in quotes.': [
    sending('Content-Type', 'application/json; profile="plants;v=1,short"'),
    not(is304),
  ],
  'challenge: A challenge begins with the error, describes it, and has a comma in its realm.': [
    sendingAs('WWW-Authenticate', (own = '') =>
      own.includes('error=')
        ? 'Bearer error="invalid_token", error_description="Get another token, please", realm="plants, trees = shrubs"'
        : 'Bearer realm="plants, trees = shrubs"',
    ),
    is401,
  ],
  'many-fields: Every answer has forty additional fields, and one of six thousand octets.': adding(
    ...Array.from({ length: 40 }, (_none, index): readonly [string, string] => [`X-Any-${index}`, `${index}`]),
    ['X-Long', 'a, '.repeat(2000).slice(0, -2)],
  ),
  'odd-fields: Some fields have names of punctuation, empty values, or three lines.': adding(
    ["!#$%&'*+.^_`|~", 'x'],
    ['X-Empty', ''],
    ['X-Thrice', 'a'],
    ['x-thrice', ''],
    ['X-THRICE', '"b, c"'],
  ),
  'long-ids: X-Request-Id has 64 characters, and begins with punctuation.': idOfItsOwn(() => `.:-_${randomUUID()}:${randomUUID()}`.slice(0, 64)),
  'id-cleaned: An invalid X-Request-Id is cleaned and extended to a new one.': idOfItsOwn((brought) =>
    brought === '' ? randomUUID() : `${brought.replaceAll(/[^\w.:-]/g, '_').slice(0, 30)}:${randomBytes(9).toString('hex')}`,
  ),
  'number-in-exponent: Error numbers are written with an exponent.': errorTexts((body) =>
    body.replace(/"error":(\d)(\d{4})(?=[,}])/, '"error":$1.$2e4'),
  ),
  'messages-by-language: Messages are in the language that the client asks for.': byLanguage,
  'messages-in-japanese: A client that accepts Japanese gets Japanese messages.': messages((message, ask, error) =>
    prefers(ask, 'ja') ? `ご要望にお応えできません（${error}）。` : message,
  ),
  'message-with-word: The message for a wrong limit ends with a reference by which it is found in the log, which is the request id.': [
    replying((reply, ask) => {
      const own = ask?.headers['x-request-id'] === undefined ? word() : (fieldOf(reply, 'X-Request-Id') ?? '')
      const body = String(reply.body).replace(/(?="\}$)/, ` Reference: ${own}`)
      return withBody(withField(reply, 'X-Request-Id', own), body)
    }),
    is400,
    request((ask) => ask.caller !== undefined),
  ],
  'many-lines: Every answer has 120 lines of Server-Timing.': adding(
    ...Array.from({ length: 120 }, (_none, index): readonly [string, string] => ['Server-Timing', `step-${index};dur=1`]),
  ),
  'large-field: Every answer has a Content-Security-Policy of twenty thousand octets.': adding([
    'Content-Security-Policy',
    `default-src 'none'; connect-src ${Array.from({ length: 800 }, (_none, index) => `https://site-${index}.example.org`).join(' ')}`.slice(
      0,
      20_000,
    ),
  ]),
  'allow-tabs: OPTIONS is answered, and tabs separate the methods in Allow.': [
    on(is405, sending('Allow', allow)),
    on(listBy('OPTIONS'), both(answering(204, ''), lacking('Content-Length', 'Content-Type'), sending('Allow', allow))),
  ],
  // The parameter has no effect (RFC 8259, 11); and ASCII is UTF-8 as well.
  'charset-ascii: Characters beyond ASCII are escaped, and Content-Type names the charset us-ascii.': inAscii,
  'message-in-capitals: Messages are in capital letters.': messages((message, _ask, error) =>
    error === 40_001 ? 'SELECT A LIMIT FROM 0 TO 2147483647.' : message.toUpperCase(),
  ),
  'message-with-log-time: The message for a wrong limit tells the time of the refusal as access logs write it.': messageWith(
    40_001,
    (message) => `${message} It was refused at ${logTime()}.`,
  ),
}
