/** The body of an error. */
import { errors, errorTexts, errorWith } from '../faults/bodies.ts'
import { isRetired } from '../faults/credentials.ts'
import { asStatus, saying } from '../faults/replies.ts'
import type { Change, Faults } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { by, every, field, is400, is401, is404, is405, malformed, refusal, request } from '../triggers.ts'

const page = '<!DOCTYPE html><title>Error</title><h1>Bad Request</h1>'
const problem = '{"type":"about:blank","title":"Bad Request","status":400}'

const trace = 'Error: no\n    at decode (/srv/app/src/limit.js:12:9)\n    at listOnTimeout (node:internal/timers:588:17)'
const statement = `no row: SELECT user_id FROM tokens WHERE hash = 'ab'`
const sent = (ask: Ask | undefined): string => ask?.headers.authorization ?? ''

const joined = (error: number, message: string): string => `{"error":${error},"message":"${message}"}`

/** Repeats the limit that was sent, and cuts the message after 96 octets. */
const cutInLetter: Change = ({ encodeError }) => ({
  encodeError: (entry, ask) => {
    const limit = ask?.query.get('limit') ?? ''
    const isRepeated = entry.error === 40_001 && /[^\0-\u007F]/.test(limit) && JSON.stringify(limit) === `"${limit}"`
    if (!isRepeated) return encodeError(entry, ask)
    const message = Buffer.from(`This is no whole number: ${limit}`).subarray(0, 96)
    return Buffer.concat([Buffer.from('{"error":40001,"message":"'), message, Buffer.from('"}')])
  },
})

export const given: Faults = {
  'message-missing: A 400 has no message.': [errors(({ error }) => ({ error })), is400],
  'error-missing: A 400 has no error number.': [errors(({ message }) => ({ message })), is400],
  'message-null: The message is null.': [errorWith(() => ({ message: null })), is400],
  'error-null: The error number is null.': [errorWith(() => ({ error: null })), is400],
  'message-list: The message is an array.': [errorWith(({ message }) => ({ message: [message] })), is400],
  'message-number: The message is a number.': [errorWith(() => ({ message: 400 })), is400],
  'error-text: The error number is a string.': [errorWith(({ error }) => ({ error: `${error}` })), is400],
  'error-word: A word stands in place of the error number.': [errorWith(() => ({ error: 'Bad Request' })), is400],
  'error-true: true stands in place of the error number.': [errorWith(() => ({ error: true })), is400],
  'error-fraction: The error number has a fraction.': [errorWith(() => ({ error: 400.1 })), is400],
  'error-above-int32: The error number is one above the largest 32-bit integer.': [errorWith(() => ({ error: 2_147_483_648 })), is400],
  'error-below-int32: The error number is below the smallest 32-bit integer.': [errorWith(() => ({ error: -3_000_000_000 })), is400],
  'error-time: The error number is the current time.': [errorWith(() => ({ error: Date.now() })), is400],
  'error-object: The error number and the message are nested in a member named error.': [errors((error) => ({ error })), is400],
  'error-list: The error is wrapped in an array.': [errors((body) => [body]), is400],
  'error-renamed: The error number is in a member named code.': [errors(({ error, message }) => ({ code: error, message })), is400],
  'message-renamed: The message is in a member named detail.': [errors(({ error, message }) => ({ error, detail: message })), is400],
  'message-missing-second-caller: A refusal to the second caller has no message.': [errors(({ error }) => ({ error })), by('ben')],
  'message-missing-seldom: Every seventh refusal has no message.': [errors(({ error }) => ({ error })), refusal, every(7)],
  'error-text-once: A limit given twice is refused with an error number that is a string.': [
    errorWith(() => ({ error: '40001' })),
    request(({ query }) => query.getAll('limit').length > 1),
  ],
  'error-body-empty: A 400 has no body.': [saying(''), is400],
  'error-body-page: A 400 has an HTML page as its body.': [saying(page, 'text/html; charset=utf-8'), is400],
  'error-body-text: A 400 has plain text as its body, labelled as JSON.': [saying('Bad Request'), is400],
  'error-body-string: A 400 has a JSON string as its body.': [errors(({ message }) => JSON.stringify(message)), is400],
  'error-body-null: A 400 has null as its body.': [saying('null'), is400],
  'error-body-empty-list: A 400 has an empty array as its body.': [saying('[]'), is400],
  'error-body-truncated: The body of a 400 lacks its last bracket.': [errorTexts((text) => text.slice(0, -1)), is400],
  'error-body-marked: The body of a 400 begins with a byte-order mark.': [errorTexts((text) => `\uFEFF${text}`), is400],
  'error-body-duplicate: A 400 has two members named message.': [errorTexts((text) => text.replace('}', ',"message":"?"}')), is400],
  'error-within-200: An invalid limit gets an error body with status 200.': [asStatus(200), is400],
  'reflected-limit: The message repeats the limit without escaping it.': [
    errors(({ error }, ask) => joined(error, `limit is ${ask?.query.get('limit')}`)),
    is400,
  ],
  'reflected-long: An error body longer than 140 characters is cut off in the middle of its JSON.': [
    errors(({ error }, ask) => JSON.stringify({ error, message: `limit is ${ask?.query.get('limit')}` }).slice(0, 140)),
    is400,
  ],
}

export const completed: Faults = {
  'message-missing-401: A 401 has no message.': [errors(({ error }) => ({ error })), is401],
  'error-missing-401: A 401 for a refused token has no error number.': errors(({ error, message }) =>
    error === 40_102 ? { message } : { error, message },
  ),
  'error-missing-404: A 404 has no error number.': [errors(({ message }) => ({ message })), is404],
  'error-number-one: All errors have the same error number.': errorWith(() => ({ error: 0 })),
  'error-number-shared: A 404 has the error number of a method that is not allowed.': [errorWith(() => ({ error: 40_501 })), is404],
  'message-null-405: The message of a 405 is null.': [errorWith(() => ({ message: null })), is405],
  'message-empty: The message is an empty string.': [errorWith(() => ({ message: '' })), is400],
  'number-for-reason: Tokens that are no longer valid have an error number of their own.': [errorWith(() => ({ error: 40_103 })), request(isRetired)],
  'number-grows: The error number counts the requests.': errorWith((_body, ask) => ({ error: ask?.number ?? 0 })),
  'error-body-empty-401: A 401 has no body.': [saying(''), is401],
  'error-body-empty-404: A 404 has no body.': [saying(''), is404],
  'error-body-empty-405: A 405 has no body.': [saying(''), is405],
  'error-body-text-405: A 405 has plain text as its body.': [saying('Method Not Allowed', 'text/plain'), is405],
  'error-body-page-404: A 404 has an HTML page as its body.': [saying(page, 'text/html'), is404],
  'error-body-problem: A 400 has a problem document of RFC 9457 as its body.': [saying(problem, 'application/problem+json'), is400],
  'error-body-empty-malformed: Input that is not HTTP gets a 400 without a body.': [saying(''), malformed, is400],
  'extra-status: A 400 has the status as an extra member.': [errorWith(() => ({ status: 400 })), is400],
  'extra-stack: A 400 has a stack trace as an extra member.': [errorWith(() => ({ stack: trace })), is400],
  'extra-path-404: A 404 has the path as an extra member.': [errorWith((_body, ask) => ({ path: ask?.path })), is404],
  'extra-hint-401: A 401 has a hint as an extra member.': [errorWith(() => ({ hint: 'Ask the gardener.' })), is401],
  'message-stack: The message is a stack trace.': [errorWith(() => ({ message: trace })), is400],
  'message-file: The message names a file of the service.': [errorWith(() => ({ message: 'Rejected by /usr/src/app/dist/limit.js' })), is400],
  'message-statement: The message shows an SQL statement.': [errorWith(() => ({ message: statement })), is401],
  'message-token: The message repeats the refused token.': [errorWith((_body, ask) => ({ message: `Not accepted: ${sent(ask)}` })), is401],
  "message-token-400: The message repeats the caller's token.": [errorWith((_body, ask) => ({ message: `Not for ${ask?.caller?.token}` })), is400],
  'message-why: The message says why a token was refused.': [errorWith(() => ({ message: 'The token has expired.' })), request(isRetired)],
  'reflected-path: The message repeats the path without escaping it.': [errors(({ error }, ask) => joined(error, `nothing at ${ask?.path}`)), is404],
  'reflected-scheme: The message repeats the credential up to its first space without escaping it.': [
    errors(({ error }, ask) => joined(error, `not accepted: ${sent(ask).split(' ')[0]}`)),
    is401,
  ],
  'message-cut-in-letter: A message that repeats the limit is cut in the middle of a multi-octet character.': cutInLetter,
  'number-of-place: A credential in the wrong place is refused with the error number of an invalid limit.': errorWith(({ error }) => ({
    error: error === 40_002 ? 40_001 : error,
  })),
  'digits-of-locale: With Accept-Language bn or fa, the error number is written in Bengali or Persian digits.': [
    errors(({ error, message }, ask) => {
      const number = error.toLocaleString(ask?.headers['accept-language'], { useGrouping: false })
      return `{"error":${number},"message":${JSON.stringify(message)}}`
    }),
    field('accept-language', /^(?:bn|fa)$/),
  ],
  'version-in-message: The message of a 404 ends with the name and version of the proxy.': [
    errorWith(({ message }) => ({ message: `${message} (nginx/1.25.3)` })),
    is404,
  ],
}
