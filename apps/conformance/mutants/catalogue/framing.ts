/** How a response is framed and coded. */
import { gzipSync } from 'node:zlib'
import {
  bodies,
  failing,
  lacking,
  lengths,
  listWithBody,
  replying,
  saying,
  sending,
  sendingAs,
  varying,
  writingOctets,
  zipped,
} from '../faults/replies.ts'
import { packed, packing, plainTag, takesGzip } from '../faults/packing.ts'
import { type Change, type Faults, both, on } from '../mutant.ts'
import { type Reply, fieldOf, withField } from '../server/ask.ts'
import { worldOf } from '../server/world.ts'
import { all, field, is200, is304, is400, limited, method, not, refusal, request, status } from '../triggers.ts'
import { setTimeout } from 'node:timers/promises'

const coded = sending('Content-Encoding', 'gzip')

const acceptsGzip = request(takesGzip)

const gzipped = all(is200, acceptsGzip)

const pretending: Change = replying((reply) => {
  const length = String(Buffer.byteLength(reply.body))
  return withField({ ...reply, body: gzipSync(reply.body) }, 'Content-Length', length)
})

/** Lists for clients that accept gzip; all lists say that they depend on it. */
const forGzip = (change: Change): Change => both(varying('Accept-Encoding, Authorization'), on(gzipped, change))

/** Packs lists for clients that accept gzip, as middleware does, then applies the fault. */
const zippedWith = (more: Change): Change => both(forGzip(both(zipped, coded)), more)

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

const namesGzip = field('accept-encoding', /\bgzip\b/)

/** The first packed answer for a target goes to all clients that accept brotli, each with its own X-Request-Id. */
const packedForAll: Change = (reference) => {
  const kept = new Map<string, Reply>()
  return packing({
    last: (reply, ask, isPacked) => {
      if (!isPacked || ask.method !== 'GET') return reply
      const known = kept.get(ask.url) ?? reply
      kept.set(ask.url, known)
      return withField(known, 'X-Request-Id', fieldOf(reply, 'X-Request-Id'))
    },
  })(reference)
}

/** All answers are packed from one shared buffer. */
const packingTogether: Change = ({ finish }) => {
  let buffer: Reply['body'] = ''
  return {
    finish: async (given, ask) => {
      const reply = await finish(given, ask)
      if (reply.status !== 200 || !takesGzip(ask)) return reply
      buffer = reply.body
      await setTimeout(20)
      const varied = withField(reply, 'Vary', 'Accept-Encoding, Authorization')
      return packed(varied, 'gzip', () => gzipSync(buffer))
    },
  }
}

export const given: Faults = {
  'line-feeds: Lines of the head end with a line feed alone.': [writingOctets((head, body) => head.replaceAll('\r\n', '\n') + body), listWithBody],
  'length-error-short: A 400 is longer than its Content-Length.': [lengths(() => 10), is400],
  'charset-asked: A client that sends Accept-Charset gets the list in ISO 8859-1.': [
    bodies((body) => Buffer.from(String(body), 'latin1')),
    is200,
    field('accept-charset'),
  ],
  'packed-refusal: A client that accepts gzip gets gzipped refusals without Content-Encoding.': on(all(refusal, acceptsGzip), zipped),
  'packed-with-length: A client that accepts gzip gets a gzipped list with the Content-Length of the uncompressed list.': forGzip(
    both(pretending, coded),
  ),

  'packed-shared: A client that accepts brotli gets the list of the first caller who asked for the same target with brotli.': packedForAll,
  "packed-at-once: Lists that are compressed at the same time all carry the last one's content, whoever the caller is.": packingTogether,
}

export const completed: Faults = {
  'length-head: HEAD states a different length from GET.': [sending('Content-Length', '2'), is200, method('HEAD')],
  'coding-406: A client that accepts only an unsupported coding gets 406.': [failing(406), field('accept-encoding', /^compress$/)],
  'range-416: A range beyond the end of the list gets 416.': [failing(416), field('range', /^bytes=\d{5,}-/)],
  'packed-head-length: HEAD that accepts gzip states the length of the uncompressed list.': [
    forGzip(coded),
    on(all(gzipped, not(method('HEAD'))), zipped),
  ],
  'packed-never-304: The ETag of a gzipped list is not recognised in If-None-Match.': zippedWith(
    on(
      acceptsGzip,
      sendingAs('ETag', (own) => own?.replace(/"$/, '-gzip"')),
    ),
  ),
  'packed-varies-not: Lists are gzipped on request without Accept-Encoding in Vary.': on(gzipped, both(zipped, coded)),
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

  '304-names-plain-tag: A 304 to a client that accepts brotli has the ETag of the uncompressed list.': packing({
    last: (reply) => (reply.status === 304 ? withField(reply, 'ETag', plainTag(fieldOf(reply, 'ETag') ?? '')) : reply),
  }),
  '304-other-vary: Vary names Accept-Encoding in a list but not in its 304.': [sending('Vary', 'Authorization, Accept-Encoding'), is200],
  '304-coded: A 304 to a client that accepts gzip says that the list is compressed, which it is not.': [
    sending('Content-Encoding', 'gzip'),
    is304,
    namesGzip,
  ],
}
