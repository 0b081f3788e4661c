/** Class 2: the body of an error. */
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

/** What was sent is repeated, up to the 96th octet of the message. */
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
  'message-missing: A refusal has no message.': [errors(({ error }) => ({ error })), is400],
  'error-missing: A refusal has no number.': [errors(({ message }) => ({ message })), is400],
  'message-null: The message is null.': [errorWith(() => ({ message: null })), is400],
  'error-null: The number is null.': [errorWith(() => ({ error: null })), is400],
  'message-list: The message is a list.': [errorWith(({ message }) => ({ message: [message] })), is400],
  'message-number: The message is a number.': [errorWith(() => ({ message: 400 })), is400],
  'error-text: The number comes as a string.': [errorWith(({ error }) => ({ error: `${error}` })), is400],
  'error-word: In place of the number stands a word.': [errorWith(() => ({ error: 'Bad Request' })), is400],
  'error-true: In place of the number stands true.': [errorWith(() => ({ error: true })), is400],
  'error-fraction: The number has a fraction.': [errorWith(() => ({ error: 400.1 })), is400],
  'error-above-int32: The number is one above what 32 bits hold.': [errorWith(() => ({ error: 2_147_483_648 })), is400],
  'error-below-int32: The number is below what 32 bits hold.': [errorWith(() => ({ error: -3_000_000_000 })), is400],
  'error-time: The number is the time.': [errorWith(() => ({ error: Date.now() })), is400],
  'error-object: Number and message stand within a member error.': [errors((error) => ({ error })), is400],
  'error-list: The errors come as a list.': [errors((body) => [body]), is400],
  'error-renamed: The number is called code.': [errors(({ error, message }) => ({ code: error, message })), is400],
  'message-renamed: The message is called detail.': [errors(({ error, message }) => ({ error, detail: message })), is400],
  'message-missing-second-caller: A refusal to the second caller has no message.': [errors(({ error }) => ({ error })), by('ben')],
  'message-missing-seldom: Every seventh refusal has no message.': [errors(({ error }) => ({ error })), refusal, every(7)],
  'error-text-once: A limit given twice is refused with a number in a string.': [
    errorWith(() => ({ error: '40001' })),
    request(({ query }) => query.getAll('limit').length > 1),
  ],
  'error-body-empty: A 400 has no body.': [saying(''), is400],
  'error-body-page: A 400 is a page.': [saying(page, 'text/html; charset=utf-8'), is400],
  'error-body-text: A 400 has plain text in it, called JSON.': [saying('Bad Request'), is400],
  'error-body-string: A 400 has a JSON string in it.': [errors(({ message }) => JSON.stringify(message)), is400],
  'error-body-null: A 400 has null in it.': [saying('null'), is400],
  'error-body-empty-list: A 400 has an empty list in it.': [saying('[]'), is400],
  'error-body-truncated: A 400 ends before its last bracket.': [errorTexts((text) => text.slice(0, -1)), is400],
  'error-body-marked: A 400 begins with a byte-order mark.': [errorTexts((text) => `\uFEFF${text}`), is400],
  'error-body-duplicate: A 400 has two messages.': [errorTexts((text) => text.replace('}', ',"message":"?"}')), is400],
  'error-within-200: A wrong limit gets an Error with the status 200.': [asStatus(200), is400],
  'reflected-limit: A message repeats the limit without escaping it.': [
    errors(({ error }, ask) => joined(error, `limit is ${ask?.query.get('limit')}`)),
    is400,
  ],
  'reflected-long: A message of more than a hundred characters is cut in the middle of its JSON.': [
    errors(({ error }, ask) => JSON.stringify({ error, message: `limit is ${ask?.query.get('limit')}` }).slice(0, 140)),
    is400,
  ],
}

export const completed: Faults = {
  'message-missing-401: A 401 has no message.': [errors(({ error }) => ({ error })), is401],
  'error-missing-401: A 401 for a refused token has no number.': errors(({ error, message }) =>
    error === 40_102 ? { message } : { error, message },
  ),
  'error-missing-404: A 404 has no number.': [errors(({ message }) => ({ message })), is404],
  'error-number-one: All errors have one number.': errorWith(() => ({ error: 0 })),
  'error-number-shared: What is not there has the number of a method that is not allowed.': [errorWith(() => ({ error: 40_501 })), is404],
  'message-null-405: The message of a 405 is null.': [errorWith(() => ({ message: null })), is405],
  'message-empty: The message has no text.': [errorWith(() => ({ message: '' })), is400],
  'number-for-reason: Expired tokens have an error number of their own.': [errorWith(() => ({ error: 40_103 })), request(isRetired)],
  'number-grows: The number of an error is that of the request.': errorWith((_body, ask) => ({ error: ask?.number ?? 0 })),
  'error-body-empty-401: A 401 has no body.': [saying(''), is401],
  'error-body-empty-404: A 404 has no body.': [saying(''), is404],
  'error-body-empty-405: A 405 has no body.': [saying(''), is405],
  'error-body-text-405: A 405 has plain text in it.': [saying('Method Not Allowed', 'text/plain'), is405],
  'error-body-page-404: A 404 is a page.': [saying(page, 'text/html'), is404],
  'error-body-problem: A refusal is a problem of RFC 9457.': [saying(problem, 'application/problem+json'), is400],
  'error-body-empty-malformed: What is not HTTP gets a 400 without a body.': [saying(''), malformed, is400],
  'extra-status: A refusal repeats the status as a member.': [errorWith(() => ({ status: 400 })), is400],
  'extra-stack: A refusal shows a stack trace.': [errorWith(() => ({ stack: trace })), is400],
  'extra-path-404: A 404 repeats the path as a member.': [errorWith((_body, ask) => ({ path: ask?.path })), is404],
  'extra-hint-401: A 401 gives a hint as a member.': [errorWith(() => ({ hint: 'Ask the gardener.' })), is401],
  'message-stack: The message is a stack trace.': [errorWith(() => ({ message: trace })), is400],
  'message-file: The message names a file of the service.': [errorWith(() => ({ message: 'Rejected by /usr/src/app/dist/limit.js' })), is400],
  'message-statement: The message shows a statement to the database.': [errorWith(() => ({ message: statement })), is401],
  'message-token: The message repeats the refused token.': [errorWith((_body, ask) => ({ message: `Not accepted: ${sent(ask)}` })), is401],
  "message-token-400: The message repeats the caller's token.": [errorWith((_body, ask) => ({ message: `Not for ${ask?.caller?.token}` })), is400],
  'message-why: The message says why a token was refused.': [errorWith(() => ({ message: 'The token has expired.' })), request(isRetired)],
  'reflected-path: A message repeats the path without escaping it.': [errors(({ error }, ask) => joined(error, `nothing at ${ask?.path}`)), is404],
  'reflected-scheme: A message repeats the credential up to its first space without escaping it.': [
    errors(({ error }, ask) => joined(error, `not accepted: ${sent(ask).split(' ')[0]}`)),
    is401,
  ],
  'message-cut-in-letter: A message that repeats a limit is cut within a letter of several octets.': cutInLetter,
  'number-of-place: A credential in the wrong place is refused with the number of a wrong limit.': errorWith(({ error }) => ({
    error: error === 40_002 ? 40_001 : error,
  })),
  'digits-of-locale: For who reads Bengali or Persian the number of an error is written in their digits.': [
    errors(({ error, message }, ask) => {
      const number = error.toLocaleString(ask?.headers['accept-language'], { useGrouping: false })
      return `{"error":${number},"message":${JSON.stringify(message)}}`
    }),
    field('accept-language', /^(?:bn|fa)$/),
  ],
  'version-in-message: The message of 404 ends with the name of the proxy and its version.': [
    errorWith(({ message }) => ({ message: `${message} (nginx/1.25.3)` })),
    is404,
  ],
}
