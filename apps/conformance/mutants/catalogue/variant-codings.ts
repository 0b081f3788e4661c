/** Correct servers that pack lists for those who take it so. */
import { randomBytes } from 'node:crypto'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { tagged } from '../faults/conditions.ts'
import { packed, packing, taking } from '../faults/packing.ts'
import { replying, sending } from '../faults/replies.ts'
import { type Faults, on } from '../mutant.ts'
import type { Ask } from '../server/ask.ts'
import { listed } from '../triggers.ts'

const takesGzip = taking('gzip')

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

export const completed: Faults = {
  'packed-with-own-tag: Who takes gzip gets it, with a tag of its own, which is known again.': packing({
    packs: takesGzip,
    name: 'gzip',
    pack: (body) => gzipSync(body),
  }),
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
}
