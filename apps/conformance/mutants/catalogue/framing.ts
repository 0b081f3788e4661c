/** Headers: the octets of an answer, the form of its content, and compression for clients that accept it. */
import { deflateSync, gzipSync } from 'node:zlib'
import {
  adding,
  bodies,
  failing,
  lacking,
  lengths,
  listWithBody,
  rawLine,
  replying,
  saying,
  sending,
  sendingAs,
  varying,
  writing,
  writingOctets,
  zipped,
} from '../faults/replies.ts'
import { takesGzip } from '../faults/packing.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { worldOf } from '../server/world.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { all, every, field, http10, is200, is400, limited, limitText, method, not, refusal, request, status, type Trigger } from '../triggers.ts'

const chunked = (head: string): string => head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
const coded = sending('Content-Encoding', 'gzip')
const accepting = (coding: RegExp): Trigger => all(is200, field('accept-encoding', coding))
const acceptsGzip = request(takesGzip)
const gzipped = all(is200, acceptsGzip)

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

/** Lists for clients that accept gzip; all lists say that they depend on it. */
const forGzip = (change: Change): Change => both(varying('Accept-Encoding, Authorization'), on(gzipped, change))

/** Packs lists for clients that accept gzip, as middleware does, then applies the fault. */
const packing = (more: Change): Change => both(forGzip(both(zipped, coded)), more)

/** The same, with the fault in packed lists alone. */
const packed200 = (wrong: Change): Change => packing(on(gzipped, wrong))

/** Only the second caller's plants have names that are not ASCII. */
const twoScripts = worldOf({
  Alder: 'ana',
  Oak: 'ana',
  Elm: 'ana',
  Yew: 'ana',
  Ash: 'ana',
  Ольха: 'ben',
  Дуб: 'ben',
  Вяз: 'ben',
  Тис: 'ben',
  Ясень: 'ben',
})

export const given: Faults = {
  'chunk-missing: The last chunk is missing.': [
    writingOctets((head, body) => `${chunked(head)}${body.length.toString(16)}\r\n${body}\r\n`),
    listWithBody,
  ],
  'chunk-decimal: The length of a chunk is in decimal.': [
    writingOctets((head, body) => `${chunked(head)}${body.length}\r\n${body}\r\n0\r\n\r\n`),
    listWithBody,
  ],
  'line-feeds: Lines of the head end with a line feed alone.': [writingOctets((head, body) => head.replaceAll('\r\n', '\n') + body), listWithBody],
  'line-before: An empty line precedes the answer.': [writingOctets((head, body) => `\r\n${head}${body}`), listWithBody],
  'line-behind: An empty line follows the answer.': [writingOctets((head, body) => `${head}${body}\r\n`), listWithBody],
  'line-folded: A header field is folded onto a second line.': [
    writingOctets((head, body) => head.replace('/json', '/json;\r\n charset=utf-8') + body),
    listWithBody,
  ],
  'status-of-four-digits: The status has four digits.': [writingOctets((head, body) => head.replace(' 200 ', ' 2000 ') + body), listWithBody],
  'version-missing: The status line has no version number.': [writingOctets((head, body) => head.replace('HTTP/1.1', 'HTTP') + body), listWithBody],
  'line-without-colon: A line of the head has no colon.': [rawLine('X-Plants 21'), listWithBody],
  'line-with-space: The name of a header field has a space in it.': [rawLine('X Plants: 21'), listWithBody],
  'length-and-chunks: An answer has both Content-Length and Transfer-Encoding: chunked.': [rawLine('Transfer-Encoding: chunked'), listWithBody],
  'length-short: A list is one octet longer than its Content-Length.': [lengths((body) => body.length - 1), is200],
  'length-long: A list is one octet shorter than its Content-Length.': [lengths((body) => body.length + 1), is200],
  'length-in-characters: Content-Length counts characters, not octets.': [lengths((body) => String(body).length), is200],
  'length-error-short: A 400 is longer than its Content-Length.': [lengths(() => 10), is400],
  'length-seldom: Every sixth list is longer than its Content-Length.': [lengths((body) => body.length - 2), is200, every(6)],
  'length-twice: A list has two different Content-Length fields.': [adding(['Content-Length', '5']), is200],
  'gzip-false: A client that accepts gzip gets a list labelled as gzip that is not compressed.': forGzip(coded),
  'gzip-unsaid: A client that accepts gzip gets a gzipped list without Content-Encoding.': forGzip(zipped),
  'charset-asked: A client that sends Accept-Charset gets the list in ISO 8859-1.': [
    bodies((body) => Buffer.from(String(body), 'latin1')),
    is200,
    field('accept-charset'),
  ],
  'packed-cut: A client that accepts gzip gets a gzipped list that lacks its last octets.': packed200(bodies((body) => body.subarray(0, -8))),
  'packed-in-another: A client that accepts gzip gets a gzipped list labelled as deflate.': packed200(sending('Content-Encoding', 'deflate')),
  'packed-twice: A client that accepts gzip gets a list that is gzipped twice but labelled once.': packed200(zipped),
  'packed-refusal: A client that accepts gzip gets gzipped refusals without Content-Encoding.': on(all(refusal, acceptsGzip), zipped),
  'packed-with-length: A client that accepts gzip gets a gzipped list with the Content-Length of the uncompressed list.': forGzip(
    both(pretending, coded),
  ),
}

export const completed: Faults = {
  'length-chunks-old: An HTTP/1.0 client gets a chunked list.': [
    writing((reply, ask) => endWith(toChunks(toOctets(reply).toString('latin1')), ask)),
    is200,
    http10,
  ],
  'length-head: HEAD states a different length from GET.': [sending('Content-Length', '2'), is200, method('HEAD')],
  'split-answer: The head of a 400 repeats the limit, including its line breaks.': [
    writing((reply, ask) => {
      const limit: [string, string] = ['X-Refused-Limit', ask.query.get('limit') ?? '']
      endWith(toOctets({ ...reply, fields: [limit, ...reply.fields] }), ask)
    }),
    is400,
    method('GET'),
    limitText(/^[\0-\u007F]*$/),
  ],
  'pages-for-browsers: Browsers get refusals as HTML pages.': [saying('<h1>No.</h1>', 'text/html'), refusal, field('accept', /^text\/html/)],
  'table-when-asked: A client that accepts text/csv gets CSV.': [saying('name,tag\n', 'text/csv'), is200, field('accept', /text\/csv/)],
  'type-when-asked: A client that accepts application/hal+json gets a list with that Content-Type.': [
    sending('Content-Type', 'application/hal+json'),
    is200,
    field('accept', /hal\+json/),
  ],
  'deflated-in-silence: A client that accepts only deflate gets a deflated list without Content-Encoding.': [
    bodies((body) => deflateSync(body)),
    accepting(/^deflate$/),
  ],
  'packed-unasked: A client that accepts only identity gets a gzipped list.': [zipped, coded, accepting(/^identity$/)],
  'coding-406: A client that accepts only an unsupported coding gets 406.': [failing(406), field('accept-encoding', /^compress$/)],
  'range-416: A range beyond the end of the list gets 416.': [failing(416), field('range', /^bytes=\d{5,}-/)],
  'packed-head-length: HEAD that accepts gzip states the length of the uncompressed list.': [
    forGzip(coded),
    on(all(gzipped, not(method('HEAD'))), zipped),
  ],
  'packed-never-304: The ETag of a gzipped list is not recognised in If-None-Match.': packing(
    on(
      acceptsGzip,
      sendingAs('ETag', (own) => own?.replace(/"$/, '-gzip"')),
    ),
  ),
  'packed-varies-not: Lists are gzipped on request without Accept-Encoding in Vary.': on(gzipped, both(zipped, coded)),
  'too-long-as-page: A 414 has an HTML page as its body.': [saying('<h1>414</h1>', 'text/html'), status(414)],
  'too-large-empty: A 431 has no body.': [saying(''), status(431)],
  'too-much-storable: A 413 has no Cache-Control, so it may be stored.': [lacking('Cache-Control'), status(413)],
  'expectation-unnamed: A 417 has no X-Request-Id.': [lacking('X-Request-Id'), status(417)],
  'expectation-as-text: A 417 has plain text as its body.': [saying('Expectation Failed', 'text/plain'), status(417)],
  'head-length-in-characters: With a limit, HEAD states the length of the list in characters.': [
    lengths((body) => String(body).length),
    is200,
    limited,
    method('HEAD'),
    twoScripts,
  ],
}
