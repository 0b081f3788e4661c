/** What octets say in the codings of HTTP, whichever they are said to be in: services get that wrong. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, constants, inflateRawSync, unzipSync, zstdDecompressSync } from 'node:zlib'

/** Of a body only the beginning may be kept: what can be had of it is wanted. */
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = constants

/** A small body may swell to any length. */
const maxOutputLength = 16 * 1024 * 1024

const nothing = Buffer.alloc(0)

const decoders: readonly ((octets: Buffer) => Buffer)[] = [
  // gzip, and deflate as RFC 9110 means it; then deflate as many send it.
  (octets) => unzipSync(octets, { finishFlush: Z_SYNC_FLUSH, maxOutputLength }),
  (octets) => inflateRawSync(octets, { finishFlush: Z_SYNC_FLUSH, maxOutputLength }),
  (octets) => brotliDecompressSync(octets, { finishFlush: BROTLI_OPERATION_FLUSH, maxOutputLength }),
  (octets) => zstdDecompressSync(octets, { finishFlush: ZSTD_e_flush, maxOutputLength }),
  // The ASCII of UTF-16.
  (octets) => (octets.includes(0) ? Buffer.from(octets.filter((octet) => octet !== 0)) : nothing),
]

/** Whether octets that are no text show it in some coding, or in two; also where they get too long to tell. */
export function showsDecoded(octets: Buffer, shows: (decoded: Buffer) => boolean, codings = 2): boolean {
  if (codings === 0 || (isUtf8(octets) && !octets.includes(0))) return false
  return decoders.some((decode) => {
    try {
      const decoded = decode(octets)
      return shows(decoded) || showsDecoded(decoded, shows, codings - 1)
    } catch (fault) {
      // Most often it is just not in this coding.
      return fault instanceof RangeError
    }
  })
}
