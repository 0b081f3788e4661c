/** Class 4, continued: the octets of an answer, the form of its content, and what is compressed for those who take it so. */
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib'
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
  writing,
  writingOctets,
  zipped,
} from '../faults/replies.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { withField } from '../server/ask.ts'
import { worldOf } from '../server/world.ts'
import { endWith, toOctets } from '../server/write-reply.ts'
import { all, every, field, http10, is200, is400, limited, limitText, method, not, refusal, status, type Trigger } from '../triggers.ts'

const chunked = (head: string): string => head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')
const coded = sending('Content-Encoding', 'gzip')
const taking = (coding: RegExp): Trigger => field('accept-encoding', coding)
const accepting = (coding: RegExp): Trigger => all(is200, taking(coding))
const gzipped = accepting(/gzip/)

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

const said: Change = both(coded, sending('Vary', 'Accept-Encoding, Authorization'))

/** Packs lists for those who take gzip, as middleware does; what is wrong about it comes behind. */
const packing = (more: Change): Change => both(on(gzipped, both(zipped, said)), more)

/** The same, where what is wrong is with those lists alone. */
const packed200 = (wrong: Change): Change => packing(on(gzipped, wrong))

/** The names of the second caller's plants alone are not ASCII. */
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
  'chunk-decimal: The length of a chunk is in decimal digits.': [
    writingOctets((head, body) => `${chunked(head)}${body.length}\r\n${body}\r\n0\r\n\r\n`),
    listWithBody,
  ],
  'line-feeds: Lines of the head end without a carriage return.': [writingOctets((head, body) => head.replaceAll('\r\n', '\n') + body), listWithBody],
  'line-before: An empty line comes before the answer.': [writingOctets((head, body) => `\r\n${head}${body}`), listWithBody],
  'line-behind: An empty line comes behind the answer.': [writingOctets((head, body) => `${head}${body}\r\n`), listWithBody],
  'line-folded: A header line goes on in the next one.': [
    writingOctets((head, body) => head.replace('/json', '/json;\r\n charset=utf-8') + body),
    listWithBody,
  ],
  'status-of-four-digits: The status has four digits.': [writingOctets((head, body) => head.replace(' 200 ', ' 2000 ') + body), listWithBody],
  'version-missing: The first line names no version.': [writingOctets((head, body) => head.replace('HTTP/1.1', 'HTTP') + body), listWithBody],
  'line-without-colon: An answer has a header line without a colon.': [rawLine('X-Plants 21'), listWithBody],
  'line-with-space: An answer has a header name with a space in it.': [rawLine('X Plants: 21'), listWithBody],
  'length-and-chunks: A length is given, and chunks are announced.': [rawLine('Transfer-Encoding: chunked'), listWithBody],
  'length-short: A list is one octet longer than it says.': [lengths((body) => body.length - 1), is200],
  'length-long: A list is one octet shorter than it says.': [lengths((body) => body.length + 1), is200],
  'length-in-characters: The length counts characters, not octets.': [lengths((body) => String(body).length), is200],
  'length-error-short: A refusal is longer than it says.': [lengths(() => 10), is400],
  'length-seldom: Every sixth list is longer than it says.': [lengths((body) => body.length - 2), is200, every(6)],
  'length-twice: Two lengths are given, not the same.': [adding(['Content-Length', '5']), is200],
  'gzip-false: Who takes gzip is told to get it, and does not.': [coded, gzipped],
  'gzip-unsaid: Who takes gzip gets it, and is not told so.': [zipped, gzipped],
  'gzip-length: Who takes gzip gets it, with the length of the whole.': [pretending, coded, gzipped],
  'charset-asked: Who would like ISO 8859-1 gets it.': [bodies((body) => Buffer.from(String(body), 'latin1')), is200, field('accept-charset')],
  'packed-cut: Who takes gzip gets a list that ends before its end.': packed200(bodies((body) => body.subarray(0, -8))),
  'packed-in-another: Who takes gzip gets it under the name of deflate.': packed200(sending('Content-Encoding', 'deflate')),
  'packed-twice: Who takes gzip gets it packed twice.': packed200(zipped),
  'packed-refusal: Who takes gzip gets refusals zipped, and is not told so.': on(all(refusal, taking(/gzip/)), zipped),
  'packed-with-length: Who takes gzip and asks for few plants gets the length of the plain list.': packed200(
    replying((reply) =>
      withField(
        reply,
        'Content-Length',
        String(Buffer.from(reply.body)[0] === 0x1f ? gunzipSync(reply.body).length : Buffer.from(reply.body).length),
      ),
    ),
  ),
}

export const completed: Faults = {
  'length-chunks-old: Who speaks HTTP/1.0 gets chunks.': [
    writing((reply, ask) => endWith(toChunks(toOctets(reply).toString('latin1')), ask)),
    is200,
    http10,
  ],
  'length-head: HEAD is told another length than GET.': [sending('Content-Length', '2'), is200, method('HEAD')],
  'split-answer: The head of a refusal repeats the limit, line ends and all.': [
    writing((reply, ask) => {
      const limit: [string, string] = ['X-Refused-Limit', ask.query.get('limit') ?? '']
      endWith(toOctets({ ...reply, fields: [limit, ...reply.fields] }), ask)
    }),
    is400,
    method('GET'),
    limitText(/^[\0-\u007F]*$/),
  ],
  'pages-for-browsers: Browsers get refusals as pages.': [saying('<h1>No.</h1>', 'text/html'), refusal, field('accept', /^text\/html/)],
  'table-when-asked: Who accepts a table gets one.': [saying('name,tag\n', 'text/csv'), is200, field('accept', /text\/csv/)],
  'type-when-asked: The type is the JSON that is asked for.': [sending('Content-Type', 'application/hal+json'), is200, field('accept', /hal\+json/)],
  'deflated-in-silence: A list is deflated for those who ask for nothing else, and does not say so.': [
    bodies((body) => deflateSync(body)),
    accepting(/^deflate$/),
  ],
  'packed-unasked: A list is packed for those who ask for it as it is.': [zipped, coded, accepting(/^identity$/)],
  'coding-406: Who asks for a coding that it does not know gets 406.': [failing(406), field('accept-encoding', /^compress$/)],
  'range-416: A range behind the end of the list gets 416.': [failing(416), field('range', /^bytes=\d{5,}-/)],
  'packed-head-length: HEAD of who takes gzip is told the length of the plain list.': [
    on(gzipped, said),
    on(all(gzipped, not(method('HEAD'))), zipped),
  ],
  'packed-never-304: The ETag of a packed list is not known when it is asked about.': packing(
    on(
      taking(/gzip/),
      sendingAs('ETag', (own) => own?.replace(/"$/, '-gzip"')),
    ),
  ),
  'packed-varies-not: Who takes gzip gets it, and the answer does not vary by that.': packed200(sending('Vary', 'Authorization')),
  'too-long-as-page: A 414 is a page.': [saying('<h1>414</h1>', 'text/html'), status(414)],
  'too-large-empty: A 431 has no body.': [saying(''), status(431)],
  'too-much-storable: A 413 may be stored.': [lacking('Cache-Control'), status(413)],
  'expectation-unnamed: A 417 has no X-Request-Id.': [lacking('X-Request-Id'), status(417)],
  'expectation-as-text: A 417 is plain text.': [saying('Expectation Failed', 'text/plain'), status(417)],
  'head-length-in-characters: With a limit, HEAD is told how many characters the list has.': [
    lengths((body) => String(body).length),
    is200,
    limited,
    method('HEAD'),
    twoScripts,
  ],
}
