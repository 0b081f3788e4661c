/** Correct servers that send lists in other codings and forms to clients that accept them. */
import { randomBytes } from 'node:crypto'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { inAscii } from '../faults/bodies.ts'
import { asked, asWeak, current, tagged } from '../faults/conditions.ts'
import { gzip, packed, packing, plainTag, takesGzip, taking } from '../faults/packing.ts'
import { adding, replying, replyingTo, replyingWithList, sendingAs, varying } from '../faults/replies.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, withBody, withField, withVary } from '../server/ask.ts'
import { is200 } from '../triggers.ts'

/** Whether the request accepts all of these codings, and gives none of them a weight. */
const takes = ({ headers }: Ask, ...codings: readonly string[]): boolean => {
  const said = headers['accept-encoding']?.toString() ?? ''
  return codings.every((coding) => new RegExp(String.raw`(?:^|[ ,])${coding}(?:[ ,]|$)`).test(said))
}

/** Compresses with a different time in the gzip header each time. */
function packedAnew(body: Buffer): Buffer {
  const octets = gzipSync(body)
  randomBytes(4).copy(octets, 4)
  return octets
}

/** LZW in the format of `compress`, with literals only; the table is cleared before codes grow. */
function toCompress(body: Buffer): Buffer {
  const codes = Array.from(body).flatMap((octet, at) => (at % 239 === 238 ? [octet, 256] : [octet]))
  const octets = Buffer.alloc(Math.ceil((codes.length * 9) / 8) + 1)
  for (const [index, code] of codes.entries()) {
    const at = index * 9
    octets.writeUInt16LE(octets.readUInt16LE(at >> 3) | (code << (at & 7)), at >> 3)
  }
  return Buffer.concat([Buffer.from('1f9d90', 'hex'), octets.subarray(0, -1)])
}

const forms = ['plain', 'other']

/** Writes the list in another form, with its own tag, where that `suits` the request. Either tag is recognised in any request. */
const writtenFor = (suits: (ask: Ask) => boolean, vary: string, write: (list: string) => string): Change =>
  both(
    ({ tag, isCurrent }) => ({
      tag: (body, ask) => tag(body, ask).replace(/"$/, `-${forms[Number(suits(ask))]}"`),
      isCurrent: (own, ask) => forms.some((form) => isCurrent(own.replace(/-\w+"$/, `-${form}"`), ask)),
    }),
    varying(`Authorization, ${vary}`),
    replying((reply, ask) => (reply.status === 200 && ask !== undefined && suits(ask) ? withBody(reply, write(String(reply.body))) : reply)),
  )

/** A client that accepts gzip gets the list compressed; a 304 has the length that a 200 to the same request would have (RFC 9110, 8.6). */
const measuredInForm = replyingWithList((reply, list, ask) => {
  if (reply.status === 304) return withField(reply, 'Content-Length', String((takesGzip(ask) ? gzipSync(list) : list).length))
  return reply.status === 200 && takesGzip(ask) ? packed(reply, 'gzip', (body) => gzipSync(body)) : reply
})

export const completed: Faults = {
  'packed-with-own-tag: A client that accepts gzip gets the list compressed, with its own ETag, which is recognised later.': packing(gzip),
  // As Jetty does.
  'packed-tag-known-plain: A client that accepts gzip gets the list compressed, with --gzip at the end of its ETag, which is overlooked in If-None-Match.':
    [
      packing(gzip),
      sendingAs('ETag', (own) => own?.replace(/-packed"$/, '--gzip"')),
      current((own, ask) => asked(ask).includes(plainTag(own).replace(/"$/, '--gzip"'))),
    ],
  'zstd: A client that accepts zstd gets the list compressed, with its own ETag.': packing({
    packs: (ask) => takes(ask, 'zstd'),
    name: 'zstd',
    pack: (body) => zstdCompressSync(body),
  }),
  'two-codings: A client that accepts gzip and zstd gets both, one within the other.': packing({
    packs: (ask) => takes(ask, 'gzip', 'zstd'),
    name: 'zstd, gzip',
    pack: (body) => gzipSync(zstdCompressSync(body)),
  }),
  'large-packed: Short lists are not compressed, and the coding of the others is named in capitals.': packing({
    packs: (ask) => takes(ask, 'br') && (ask.limit === undefined || ask.limit > 8) && ask.caller?.name !== 'cleo',
    name: 'BR',
  }),
  'packed-anew: ETags are weak, and a compressed list has a different time in its gzip header each time.': [
    tagged(asWeak),
    varying('Accept-Encoding, Authorization'),
    replying((reply, ask) => (reply.status === 200 && takesGzip(ask) ? packed(reply, 'gzip', packedAnew) : reply)),
  ],
  // What is decided while the content is made, HEAD may leave out (RFC 9110, 9.3.2); HAProxy.
  'compressed-late: ETags are weak, a client that accepts gzip gets the list compressed, and HEAD has neither Accept-Encoding in Vary nor a length.':
    [
      tagged(asWeak),
      replyingTo((reply, ask) => {
        if (reply.status >= 400) return reply
        if (ask.method === 'HEAD') return withField(reply, 'Content-Length', undefined)
        const varied = withVary(reply, 'Authorization, Accept-Encoding')
        return reply.status === 200 && takesGzip(ask) ? packed(varied, 'gzip', (body) => gzipSync(body)) : varied
      }),
    ],
  // To a client that names no coding, any is acceptable (RFC 9110, 12.5.3).
  'gzip-for-anybody: ETags are weak, and a client that names no coding gets the list compressed, with a different time in its gzip header each time.':
    [
      tagged(asWeak),
      varying('Accept-Encoding, Authorization'),
      replying((reply, ask) =>
        reply.status === 200 && ask !== undefined && (takesGzip(ask) || !('accept-encoding' in ask.headers))
          ? packed(reply, 'gzip', packedAnew)
          : reply,
      ),
    ],
  'packed-304-with-length: ETags are weak, a client that accepts gzip gets the list compressed, and a 304 has the length of the form that is asked for.':
    [tagged(asWeak), varying('Accept-Encoding, Authorization'), measuredInForm],
  'compress: A client that accepts compress gets the list compressed, with its own ETag.': packing({
    packs: taking('compress'),
    name: 'compress',
    pack: toCompress,
  }),
  'pretty-for-pages: A client that accepts HTML gets the list indented, with its own ETag, and Vary names Accept.': writtenFor(
    ({ headers }) => /\btext\/html\b/.test(headers.accept ?? ''),
    'Accept',
    (list) => JSON.stringify(JSON.parse(list), null, 2),
  ),
  'newline-for-curl: For curl a list ends with a line feed and has its own ETag, and Vary names User-Agent.': writtenFor(
    ({ headers }) => headers['user-agent']?.startsWith('curl/') === true,
    'User-Agent',
    (list) => `${list}\n`,
  ),
  // The charset is that of the text before it is coded (RFC 9110, 8.3.2 and 8.4).
  'ascii-packed: Characters beyond ASCII are escaped, Content-Type names the charset us-ascii, and a client that accepts gzip gets the list compressed.':
    [inAscii, packing(gzip)],
  // RFC 9110, 12.5.5: a star among the names says that anything may have played a part.
  'vary-star-with-more: Vary of a list has a star, and that of a 200 names Accept-Encoding besides.': [
    varying('*, Authorization'),
    on(is200, adding(['Vary', 'Accept-Encoding'])),
  ],
}
