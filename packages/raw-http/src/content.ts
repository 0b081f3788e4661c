/** The content of a response: the bytes without their coding, and what its fields say. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { RawResponse } from './exchange.ts'
import { valuesOf } from './fields.ts'

/** Every value of a field, joined as RFC 9110, 5.3, says; undefined when it was not sent. */
export function fieldValue(response: RawResponse, name: string): string | undefined {
  const values = valuesOf(response, name)
  return values.length === 0 ? undefined : values.join(', ')
}

/** The members of a list, in lower case (RFC 9110, 5.6.1). */
export const membersOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((member) => member.trim().toLowerCase())
    .filter((member) => member !== '')

/** In bytes: a small body may decode to any length, and no list that somebody reads in full is longer. */
const longestDecoded = 256 * 1024 * 1024

/** Throws `ERR_BUFFER_TOO_LARGE` where the result would be longer. */
type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer

const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: decodeZstd,
}

/** Decodes all frames (RFC 8878, 3); Node decodes only the first. */
function decodeZstd(bytes: Buffer, { maxOutputLength }: { readonly maxOutputLength: number }): Buffer {
  const told: unknown = zstdDecompressSync(bytes, { info: true, maxOutputLength })
  if (!isTold(told)) return zstdDecompressSync(bytes, { maxOutputLength })
  const { buffer, engine } = told
  const rest = bytes.subarray(engine.bytesWritten)
  if (rest.length === 0 || engine.bytesWritten === 0) return buffer
  const decoded = Buffer.concat([buffer, decodeZstd(rest, { maxOutputLength })])
  if (decoded.length > maxOutputLength)
    throw Object.assign(new RangeError('It is too long.'), { code: 'ERR_BUFFER_TOO_LARGE' })
  return decoded
}

/** What Node says about a decoding, and its types don't. */
const isTold = (
  told: unknown,
): told is { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } =>
  typeof told === 'object' && told !== null && 'engine' in told

/**
 * The bytes without their content codings, of which the last was applied last; or why they can't be decoded. No step
 * may give more than `maxOutputLength` bytes.
 */
export function decodeContent(response: RawResponse, maxOutputLength = longestDecoded): Buffer | string {
  let bytes = response.body
  for (const coding of codingsOf(response).toReversed()) {
    const decode = decoders[coding]
    if (decode === undefined) {
      return `it has the coding ${coding}, which was not asked for`
    }
    try {
      bytes = decode(bytes, { maxOutputLength })
    } catch (fault) {
      if (isTooLong(fault)) return `without the coding ${coding} it has more than ${maxOutputLength} bytes`
      return `it is not in the coding ${coding} that it says`
    }
  }
  return bytes
}

const isTooLong = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE'

/** The content codings in lower case, in the order in which they were applied (RFC 9110, 8.4). */
export const codingsOf = (response: RawResponse): readonly string[] =>
  membersOf(fieldValue(response, 'Content-Encoding') ?? '')
