/** Headers: answers whose octets are not those of HTTP, or that hold what the caller sent. */
import { gzipSync } from 'node:zlib'
import { type Reply, withBody, withField } from '../../ask.ts'
import { replying, sending } from '../../faults/replies.ts'
import { status, type When, when, withHeader } from '../../when.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import { endWith, toOctets } from '../../write-reply.ts'

const { given, completed } = faultsOf('headers')

/** Writes lists as these octets, past Node, and closes. */
const writing =
  (change: (head: string, body: string) => string): Change =>
  ({ write }) => ({
    write: (reply, ask) => {
      if (reply.status === 200 && ask.method === 'GET') {
        const octets = toOctets(reply).toString('latin1')
        const end = octets.indexOf('\r\n\r\n') + 4
        endWith(Buffer.from(change(octets.slice(0, end), octets.slice(end)), 'latin1'), ask)
      } else {
        write(reply, ask)
      }
    },
  })

const chunked = (head: string): string => head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
const zipped = (reply: Reply): Reply => withBody(reply, gzipSync(reply.body))
const whenAsked = (encoding: RegExp): When => when(status(200), withHeader('accept-encoding', encoding))
export const framing: readonly Mutant[] = [
  given(
    'chunk-missing',
    'The last chunk is missing.',
    writing((head, body) => `${chunked(head)}${body.length.toString(16)}\r\n${body}\r\n`),
  ),
  given(
    'chunk-decimal',
    'The length of a chunk is in decimal digits.',
    writing((head, body) => `${chunked(head)}${body.length}\r\n${body}\r\n0\r\n\r\n`),
  ),
  given(
    'line-feeds',
    'Lines of the head end without a carriage return.',
    writing((head, body) => head.replaceAll('\r\n', '\n') + body),
  ),
  given(
    'line-before',
    'An empty line comes before the answer.',
    writing((head, body) => `\r\n${head}${body}`),
  ),
  given(
    'line-behind',
    'An empty line comes behind the answer.',
    writing((head, body) => `${head}${body}\r\n`),
  ),
  given(
    'line-folded',
    'A header line goes on in the next one.',
    writing((head, body) => head.replace('application/json', 'application/json;\r\n charset=utf-8') + body),
  ),
  given(
    'status-of-four-digits',
    'The status has four digits.',
    writing((head, body) => head.replace(' 200 ', ' 2000 ') + body),
  ),
  given(
    'version-missing',
    'The first line names no version.',
    writing((head, body) => head.replace('HTTP/1.1', 'HTTP') + body),
  ),
  given(
    'gzip-false',
    'Who takes gzip is told to get it, and does not.',
    sending('Content-Encoding', 'gzip', whenAsked(/gzip/)),
  ),
  given('gzip-unsaid', 'Who takes gzip gets it, and is not told so.', replying(zipped, whenAsked(/gzip/))),
  given(
    'gzip-length',
    'Who takes gzip gets it, with the length of the whole.',
    replying(
      (reply) =>
        withField(
          { ...reply, body: gzipSync(reply.body), fields: [...reply.fields, ['Content-Encoding', 'gzip']] },
          'Content-Length',
          String(Buffer.byteLength(reply.body)),
        ),
      whenAsked(/gzip/),
    ),
  ),
  given(
    'charset-asked',
    'Who would like ISO 8859-1 gets it.',
    replying(
      (reply) => withBody(reply, Buffer.from(String(reply.body), 'latin1')),
      when(status(200), withHeader('accept-charset')),
    ),
  ),
  completed('split-answer', 'The head of a refusal repeats the limit, line ends and all.', splitting),
]

function splitting({ write }: Parameters<Change>[0]): ReturnType<Change> {
  return {
    write: (reply, ask) => {
      const limit = ask.query.get('limit')
      if (reply.status === 400 && ask.method === 'GET' && limit !== null && /^[\0-\u007F]*$/.test(limit)) {
        endWith(toOctets({ ...reply, fields: [['X-Refused-Limit', limit], ...reply.fields] }), ask)
      } else {
        write(reply, ask)
      }
    },
  }
}
