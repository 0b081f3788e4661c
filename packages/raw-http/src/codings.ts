/** Decodes bytes by every coding of HTTP, whichever one is declared: services get that wrong. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, constants, inflateRawSync, unzipSync, zstdDecompressSync } from 'node:zlib'

/** Perhaps only the beginning of a body was kept: as much of it as possible is decoded. */
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = constants

/** A small body may decode to any length. */
const maxOutputLength = 16 * 1024 * 1024

const nothing = Buffer.alloc(0)

const decoders: readonly ((bytes: Buffer) => Buffer)[] = [
  // gzip, and deflate as RFC 9110 defines it; then deflate as many servers send it.
  (bytes) => unzipSync(bytes, { finishFlush: Z_SYNC_FLUSH, maxOutputLength }),
  (bytes) => inflateRawSync(bytes, { finishFlush: Z_SYNC_FLUSH, maxOutputLength }),
  (bytes) => brotliDecompressSync(bytes, { finishFlush: BROTLI_OPERATION_FLUSH, maxOutputLength }),
  (bytes) => zstdDecompressSync(bytes, { finishFlush: ZSTD_e_flush, maxOutputLength }),
  // The ASCII characters of UTF-16.
  (bytes) => (bytes.includes(0) ? Buffer.from(bytes.filter((byte) => byte !== 0)) : nothing),
]

/** Whether `shows` holds for non-text bytes once one or two codings are undone; true, too, where they get too long. */
export function showsDecoded(bytes: Buffer, shows: (decoded: Buffer) => boolean, codings = 2): boolean {
  if (codings === 0 || (isUtf8(bytes) && !bytes.includes(0))) return false
  return decoders.some((decode) => {
    try {
      const decoded = decode(bytes)
      return shows(decoded) || showsDecoded(decoded, shows, codings - 1)
    } catch (fault) {
      // Most often the bytes are just not in this coding.
      return fault instanceof RangeError
    }
  })
}
