/** Correct servers that pack lists for those who take it so. */
import { randomBytes } from 'node:crypto'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { tagged } from '../faults/conditions.ts'
import { gzip, packed, packing, takesGzip, taking } from '../faults/packing.ts'
import { replying, sending } from '../faults/replies.ts'
import { both, type Change, type Faults, on } from '../mutant.ts'
import { type Ask, withBody } from '../server/ask.ts'
import { listed } from '../triggers.ts'

/** Whether the request takes all of these, and gives none of them a weight. */
const takes = ({ headers }: Ask, ...codings: readonly string[]): boolean => {
  const said = headers['accept-encoding']?.toString() ?? ''
  return codings.every((coding) => new RegExp(String.raw`(?:^|[ ,])${coding}(?:[ ,]|$)`).test(said))
}

/** The same octets in another wrapping each time: its header names the time. */
function packedAnew(body: Buffer): Buffer {
  const octets = gzipSync(body)
  randomBytes(4).copy(octets, 4)
  return octets
}

/** LZW as `compress` writes it, of literals alone; the table is cleared before codes grow. */
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

/** Who asks so gets the same list written otherwise, with a tag of its own; both tags are known again, by everybody. */
const writtenFor = (suits: (ask: Ask) => boolean, vary: string, write: (list: string) => string): Change =>
  both(
    ({ tag, isCurrent }) => ({
      tag: (body, ask) => tag(body, ask).replace(/"$/, `-${forms[Number(suits(ask))]}"`),
      isCurrent: (own, ask) => forms.some((form) => isCurrent(own.replace(/-\w+"$/, `-${form}"`), ask)),
    }),
    on(listed, sending('Vary', `Authorization, ${vary}`)),
    replying((reply, ask) => (reply.status === 200 && ask !== undefined && suits(ask) ? withBody(reply, write(String(reply.body))) : reply)),
  )

export const completed: Faults = {
  'packed-with-own-tag: Who takes gzip gets it, with a tag of its own, which is known again.': packing(gzip),
  'zstd: Who takes zstd gets it, with a tag of its own.': packing({
    packs: (ask) => takes(ask, 'zstd'),
    name: 'zstd',
    pack: (body) => zstdCompressSync(body),
  }),
  'two-codings: Who takes gzip and zstd gets both, one within the other.': packing({
    packs: (ask) => takes(ask, 'gzip', 'zstd'),
    name: 'zstd, gzip',
    pack: (body) => gzipSync(zstdCompressSync(body)),
  }),
  'large-packed: Short lists are not packed, and the coding of others is named in capitals.': packing({
    packs: (ask) => takes(ask, 'br') && (ask.limit === undefined || ask.limit > 8) && ask.caller?.name !== 'cleo',
    name: 'BR',
  }),
  'packed-anew: Tags are weak, and a packed list has another time in its wrapping each time.': [
    tagged((own) => `W/${own}`),
    on(listed, sending('Vary', 'Accept-Encoding, Authorization')),
    replying((reply, ask) => (reply.status === 200 && takesGzip(ask) ? packed(reply, 'gzip', packedAnew) : reply)),
  ],
  'compress: Who takes compress gets it, with a tag of its own.': packing({ packs: taking('compress'), name: 'compress', pack: toCompress }),
  'pretty-for-pages: Who takes pages gets the list indented, with a tag of its own, and Vary names Accept.': writtenFor(
    ({ headers }) => /\btext\/html\b/.test(headers.accept ?? ''),
    'Accept',
    (list) => JSON.stringify(JSON.parse(list), null, 2),
  ),
  'newline-for-curl: For curl a line feed ends the list, with a tag of its own, and Vary names User-Agent.': writtenFor(
    ({ headers }) => headers['user-agent']?.startsWith('curl/') === true,
    'User-Agent',
    (list) => `${list}\n`,
  ),
}
