/** Headers: answers in another form, for those who seem to wish for it. */
import { deflateSync, gzipSync } from 'node:zlib'
import { withBody, withField } from '../../ask.ts'
import { send } from '../../demonstration.ts'
import { failing, replying, sending } from '../../faults/replies.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'
import { refusal, status, when, withHeader } from '../../when.ts'

const { completed } = faultsOf('headers')

const asking = (field: string, target = '/plants'): ReturnType<typeof send> =>
  send(`GET ${target}`, { fields: [field] })

export const negotiation: readonly Mutant[] = [
  completed(
    'pages-for-browsers',
    'Browsers get refusals as pages.',
    asking('Accept: text/html', '/plants?limit=x'),
    replying(
      (reply) => withBody(withField(reply, 'Content-Type', 'text/html'), '<h1>No.</h1>'),
      when(refusal, withHeader('accept', /^text\/html/)),
    ),
  ),
  completed(
    'table-when-asked',
    'Who accepts a table gets one.',
    asking('Accept: text/csv'),
    replying(
      (reply) => withBody(withField(reply, 'Content-Type', 'text/csv'), 'name,tag\n'),
      when(status(200), withHeader('accept', /text\/csv/)),
    ),
  ),
  completed(
    'type-when-asked',
    'The type is the JSON that is asked for.',
    asking('Accept: application/hal+json'),
    sending('Content-Type', 'application/hal+json', when(status(200), withHeader('accept', /hal\+json/))),
  ),
  completed(
    'deflated-in-silence',
    'A list is deflated for those who ask for nothing else, and does not say so.',
    asking('Accept-Encoding: deflate'),
    replying(
      (reply) => withBody(reply, deflateSync(reply.body)),
      when(status(200), withHeader('accept-encoding', /^deflate$/)),
    ),
  ),
  completed(
    'packed-unasked',
    'A list is packed for those who ask for it as it is.',
    asking('Accept-Encoding: identity'),
    replying(
      (reply) => withField(withBody(reply, gzipSync(reply.body)), 'Content-Encoding', 'gzip'),
      when(status(200), withHeader('accept-encoding', /^identity$/)),
    ),
  ),
  completed(
    'coding-406',
    'Who asks for a coding that it does not know gets 406.',
    asking('Accept-Encoding: compress'),
    failing(406, withHeader('accept-encoding', /^compress$/)),
  ),
  completed(
    'range-416',
    'A range behind the end of the list gets 416.',
    asking('Range: bytes=99999999-'),
    failing(416, withHeader('range', /^bytes=\d{5,}-/)),
  ),
]
