/** Headers: answers in another form, for those who seem to wish for it. */
import { deflateSync, gzipSync } from 'node:zlib'
import { withBody, withField } from '../../ask.ts'
import { failing, replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { refusal, status, when, withHeader } from '../../when.ts'

const { completed } = faultsOf('headers')

export const negotiation: readonly Mutant[] = [
  completed(
    'pages-for-browsers',
    'Browsers get refusals as pages.',
    replying(
      (reply) => withBody(withField(reply, 'Content-Type', 'text/html'), '<h1>No.</h1>'),
      when(refusal, withHeader('accept', /^text\/html/)),
    ),
  ),
  completed(
    'table-when-asked',
    'Who accepts a table gets one.',
    replying(
      (reply) => withBody(withField(reply, 'Content-Type', 'text/csv'), 'name,tag\n'),
      when(status(200), withHeader('accept', /text\/csv/)),
    ),
  ),
  completed(
    'type-when-asked',
    'The type is the JSON that is asked for.',
    sending('Content-Type', 'application/hal+json', when(status(200), withHeader('accept', /hal\+json/))),
  ),
  completed(
    'deflated-in-silence',
    'A list is deflated for those who ask for nothing else, and does not say so.',
    replying(
      (reply) => withBody(reply, deflateSync(reply.body)),
      when(status(200), withHeader('accept-encoding', /^deflate$/)),
    ),
  ),
  completed(
    'packed-unasked',
    'A list is packed for those who ask for it as it is.',
    replying(
      (reply) => withField(withBody(reply, gzipSync(reply.body)), 'Content-Encoding', 'gzip'),
      when(status(200), withHeader('accept-encoding', /^identity$/)),
    ),
  ),
  completed(
    'coding-406',
    'Who asks for a coding that it does not know gets 406.',
    failing(406, withHeader('accept-encoding', /^compress$/)),
  ),
  completed(
    'range-416',
    'A range behind the end of the list gets 416.',
    failing(416, withHeader('range', /^bytes=\d{5,}-/)),
  ),
]
