/** Bodies are decoded in each coding up to a bound. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type RawResponse, decodeContent } from '@plant-store/raw-http'

const most = 100_000

const packers = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: zstdCompressSync,
  'zstd, two frames': (bytes: Buffer) =>
    Buffer.concat([bytes.subarray(0, most), bytes.subarray(most)].map((part) => zstdCompressSync(part))),
}

const answerWith = (coding: string, body: Buffer): RawResponse => ({
  version: '1.1',
  status: 200,
  reason: 'OK',
  fields: [['Content-Encoding', coding]],
  body,
  faults: [],
})

describe('the decoded form of a small body', () => {
  for (const [name, pack] of Object.entries(packers)) {
    const [coding = ''] = name.split(',')

    it(`is read up to the bound: ${name}`, () => {
      const read = decodeContent(answerWith(coding, pack(Buffer.alloc(most))), most)
      assert.equal(read.length, most)
    })

    it(`is not read beyond it: ${name}`, () => {
      const read = decodeContent(answerWith(coding, pack(Buffer.alloc(most + 1))), most)
      // A buffer of this length is better not printed.
      assert.equal(
        typeof read === 'string' ? read : read.length,
        `without the coding ${coding} it has more than ${most} bytes`,
      )
    })
  }
})
