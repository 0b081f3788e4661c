/** Bodies: the plants of a list, their names and tags, and errors. */
import { first, last, lists, plantWith, plants, texts, errorWith, errors } from '../faults/bodies.ts'
import { type Change, type Faults } from '../mutant.ts'
import { every, is200, limited, parameter, is400, is404, malformed, refusal, request, status } from '../triggers.ts'
import { withBody, withField } from '../server/ask.ts'
import { worldOf } from '../server/world.ts'
import { replyingTo, asStatus, htmlPage, saying } from '../faults/replies.ts'
import { isRetired } from '../faults/credentials.ts'

const nameless = plants(({ tag }) => ({ tag }))

const jsonp: Change = replyingTo((reply, { query }) =>
  withField(withBody(reply, `/**/${query.get('callback')}(${String(reply.body)});`), 'Content-Type', 'application/javascript;charset=utf-8'),
)

const trace = 'Error: no\n    at decode (/srv/app/src/limit.js:12:9)\n    at listOnTimeout (node:internal/timers:588:17)'

export const given: Faults = {
  'name-missing: No plant has a name.': nameless,
  "name-null: The last plant's name is null.": plantWith(() => ({ name: null }), last),
  'tag-null: A plant without a tag has the tag null.': plantWith(({ tag }) => ({ tag: tag ?? null })),
  'item-text: The first plant is sent as its name alone.': plants(({ name }) => name, first),
  'list-wrapped-limit: With a limit, the list is wrapped in an object.': [lists((text) => `{"data":${text}}`), limited],
  'json-truncated-seldom: Every ninth list lacks its closing bracket.': [lists((text) => text.slice(0, -1)), every(9)],
  // MySQL Reference Manual 11.3.2, the types CHAR and VARCHAR
  'char-column: Spaces at the end of a text are lost, as in a column of type CHAR.': texts((text) => text.replace(/ +$/, '')),
  // golang/go, encoding/json.Unmarshal: "invalid Unicode surrogate pairs ... are replaced by U+FFFD"
  'halves-replaced: A lone surrogate becomes a replacement character.': [
    texts((text) => text.toWellFormed()),
    worldOf({ Alder: 'ana', 'Cactus \uD83C': 'ana ben', Oak: 'ben' }),
  ],
  'message-number: The message is a number.': [errorWith(() => ({ message: 400 })), is400],
  'error-above-int32: The error number is one above the largest 32-bit integer.': [errorWith(() => ({ error: 2_147_483_648 })), is400],
  'error-list: The error is wrapped in an array.': [errors((body) => [body]), is400],
  'message-missing-seldom: Every seventh refusal has no message.': [errors(({ error }) => ({ error })), refusal, every(7)],
  'error-within-200: An invalid limit gets an error body with status 200.': [asStatus(200), is400],
  // dotnet/aspnetcore, ValidationProblemDetails
  'problem-details: A 400 has problem details.': [
    saying('{"type":"about:blank","title":"One or more validation errors occurred.","status":400}', 'application/problem+json; charset=utf-8'),
    is400,
  ],
}

export const completed: Faults = {
  'extra-id: Every plant has an additional member id.': plants((plant) => ({ id: 7, ...plant })),
  // expressjs/express, res.jsonp
  'jsonp: With a callback parameter, the list is sent as a script that calls it.': [jsonp, is200, parameter('callback')],
  'error-number-one: All errors have the same error number.': errorWith(() => ({ error: 0 })),
  'message-empty: The message is an empty string.': [errorWith(() => ({ message: '' })), is400],
  'number-grows: The error number counts the requests.': errorWith((_body, ask) => ({ error: ask?.number ?? 0 })),
  'error-body-empty-malformed: Input that is not HTTP gets a 400 without a body.': [saying(''), malformed, is400],
  'extra-path-404: A 404 has the path as an extra member.': [errorWith((_body, ask) => ({ path: ask?.path })), is404],
  'message-stack: The message is a stack trace.': [errorWith(() => ({ message: trace })), is400],
  'message-why: The message says why a token was refused.': [errorWith(() => ({ message: 'The token has expired.' })), request(isRetired)],
  'reflected-path: The message repeats the path without escaping it.': [
    errors(({ error }, ask) => `{"error":${error},"message":"nothing at ${ask?.path}"}`),
    is404,
  ],
  // nginx, large_client_header_buffers: "the 400 (Bad Request) error"
  'nginx-494: A header that is too large gets 400 with a page.': [
    asStatus(400),
    htmlPage('400 Request Header Or Cookie Too Large', '<hr><center>nginx</center>'),
    status(431),
  ],
}
