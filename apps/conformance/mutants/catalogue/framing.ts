/** Class 4, continued: the octets of an answer, and the form of its content. */
import { deflateSync, gzipSync } from 'node:zlib'
import { adding, bodies, failing, lengths, listWithBody, rawLine, replying, saying, sending, writing, writingOctets } from '../faults/replies.ts'
import { both, type Change, faultsOf } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { all, every, field, is200, is400, limitText, method, refusal, http10 } from '../triggers.ts'

const chunked = (head: string): string => head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
const zipped = bodies((body) => gzipSync(body))
const coded = sending('Content-Encoding', 'gzip')
const accepting = (encoding: RegExp): typeof is200 => all(is200, field('accept-encoding', encoding))

const written = faultsOf('headers', {
  given: {
    'chunk-missing': [
      'The last chunk is missing.',
      writingOctets((head, body) => `${chunked(head)}${body.length.toString(16)}\r\n${body}\r\n`),
      listWithBody,
    ],
    'chunk-decimal': [
      'The length of a chunk is in decimal digits.',
      writingOctets((head, body) => `${chunked(head)}${body.length}\r\n${body}\r\n0\r\n\r\n`),
      listWithBody,
    ],
    'line-feeds': [
      'Lines of the head end without a carriage return.',
      writingOctets((head, body) => head.replaceAll('\r\n', '\n') + body),
      listWithBody,
    ],
    'line-before': ['An empty line comes before the answer.', writingOctets((head, body) => `\r\n${head}${body}`), listWithBody],
    'line-behind': ['An empty line comes behind the answer.', writingOctets((head, body) => `${head}${body}\r\n`), listWithBody],
    'line-folded': [
      'A header line goes on in the next one.',
      writingOctets((head, body) => head.replace('/json', '/json;\r\n charset=utf-8') + body),
      listWithBody,
    ],
    'status-of-four-digits': ['The status has four digits.', writingOctets((head, body) => head.replace(' 200 ', ' 2000 ') + body), listWithBody],
    'version-missing': ['The first line names no version.', writingOctets((head, body) => head.replace('HTTP/1.1', 'HTTP') + body), listWithBody],
    'line-without-colon': ['An answer has a header line without a colon.', rawLine('X-Plants 21'), listWithBody],
    'line-with-space': ['An answer has a header name with a space in it.', rawLine('X Plants: 21'), listWithBody],
    'length-and-chunks': ['A length is given, and chunks are announced.', rawLine('Transfer-Encoding: chunked'), listWithBody],
    'length-short': ['A list is one octet longer than it says.', lengths((body) => body.length - 1), is200],
    'length-long': ['A list is one octet shorter than it says.', lengths((body) => body.length + 1), is200],
    'length-in-characters': ['The length counts characters, not octets.', lengths((body) => String(body).length), is200],
    'length-error-short': ['A refusal is longer than it says.', lengths(() => 10), is400],
    'length-seldom': ['Every sixth list is longer than it says.', lengths((body) => body.length - 2), [is200, every(6)]],
    'length-twice': ['Two lengths are given, not the same.', adding(['Content-Length', '5']), is200],
  },
  completed: {
    'length-chunks-old': [
      'Who speaks HTTP/1.0 gets chunks.',
      writing((reply, ask) => endWith(toChunks(toOctets(reply).toString('latin1')), ask)),
      [is200, http10],
    ],
    'length-head': ['HEAD is told another length than GET.', sending('Content-Length', '2'), [is200, method('HEAD')]],
    'split-answer': [
      'The head of a refusal repeats the limit, line ends and all.',
      writing((reply, ask) => {
        const limit: [string, string] = ['X-Refused-Limit', ask.query.get('limit') ?? '']
        endWith(toOctets({ ...reply, fields: [limit, ...reply.fields] }), ask)
      }),
      [is400, method('GET'), limitText(/^[\0-\u007F]*$/)],
    ],
  },
})

function toChunks(octets: string): Buffer {
  const end = octets.indexOf('\r\n\r\n')
  const body = octets.slice(end + 4)
  const head = `${chunked(octets.slice(0, end))}\r\nConnection: close\r\n\r\n`
  return Buffer.from(`${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, 'latin1')
}

const pretending: Change = replying((reply) => {
  const length = String(Buffer.byteLength(reply.body))
  return withField({ ...reply, body: gzipSync(reply.body) }, 'Content-Length', length)
})

const negotiation = faultsOf('headers', {
  given: {
    'gzip-false': ['Who takes gzip is told to get it, and does not.', coded, accepting(/gzip/)],
    'gzip-unsaid': ['Who takes gzip gets it, and is not told so.', zipped, accepting(/gzip/)],
    'gzip-length': ['Who takes gzip gets it, with the length of the whole.', both(pretending, coded), accepting(/gzip/)],
    'charset-asked': ['Who would like ISO 8859-1 gets it.', bodies((body) => Buffer.from(String(body), 'latin1')), [is200, field('accept-charset')]],
  },
  completed: {
    'pages-for-browsers': ['Browsers get refusals as pages.', saying('<h1>No.</h1>', 'text/html'), [refusal, field('accept', /^text\/html/)]],
    'table-when-asked': ['Who accepts a table gets one.', saying('name,tag\n', 'text/csv'), [is200, field('accept', /text\/csv/)]],
    'type-when-asked': [
      'The type is the JSON that is asked for.',
      sending('Content-Type', 'application/hal+json'),
      [is200, field('accept', /hal\+json/)],
    ],
    'deflated-in-silence': [
      'A list is deflated for those who ask for nothing else, and does not say so.',
      bodies((body) => deflateSync(body)),
      accepting(/^deflate$/),
    ],
    'packed-unasked': ['A list is packed for those who ask for it as it is.', both(zipped, coded), accepting(/^identity$/)],
    'coding-406': ['Who asks for a coding that it does not know gets 406.', failing(406), field('accept-encoding', /^compress$/)],
    'range-416': ['A range behind the end of the list gets 416.', failing(416), field('range', /^bytes=\d{5,}-/)],
  },
})

export const framing = [...written, ...negotiation]
