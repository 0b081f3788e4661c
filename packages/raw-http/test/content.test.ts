/** Bodies are decoded: `compress` as the program gzip decodes it, and in each coding up to a bound. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type Answer, decodeContent } from '@plant-store/raw-http'

const mostBits = 16

/** Packs as the program `compress` does; a full table is reset. */
function compress(octets: Buffer, longest = mostBits): Buffer {
  const bits: number[] = []
  let [size, from, next] = [9, 0, 257]
  let codes = new Map<string, number>()
  const codeOf = (text: string): number =>
    codes.get(text) ?? (text.length === 1 ? (text.codePointAt(0) ?? 0) : assert.fail())
  const write = (code: number): void => {
    for (let at = 0; at < size; at += 1) bits.push((code >> at) & 1)
  }
  const setSize = (to: number): void => {
    while ((bits.length - from) % (size * 8) !== 0) bits.push(0)
    ;[size, from] = [to, bits.length]
  }
  let known = ''
  for (const character of octets.toString('latin1')) {
    const longer = known + character
    if (longer.length === 1 || codes.has(longer)) {
      known = longer
      continue
    }
    write(codeOf(known))
    known = character
    if (next < 1 << longest) {
      codes.set(longer, next)
      next += 1
      if (next > 1 << size && size < longest) setSize(size + 1)
    } else {
      write(256)
      setSize(9)
      codes = new Map()
      next = 257
    }
  }
  if (known !== '') write(codeOf(known))
  const packed = Buffer.alloc(Math.ceil(bits.length / 8))
  for (const [at, bit] of bits.entries()) packed[at >> 3] = (packed[at >> 3] ?? 0) | (bit << (at & 7))
  return Buffer.concat([Buffer.from([0x1f, 0x9d, 0x80 | longest]), packed])
}

const most = 100_000

const packers = {
  compress,
  gzip: gzipSync,
  deflate: deflateSync,
  br: (octets: Buffer) => brotliCompressSync(octets, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: zstdCompressSync,
  'zstd, two frames': (octets: Buffer) =>
    Buffer.concat([octets.subarray(0, most), octets.subarray(most)].map((part) => zstdCompressSync(part))),
}

const answerWith = (coding: string, body: Buffer): Answer => ({
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
        `without the coding ${coding} it has more than ${most} octets`,
      )
    })
  }
})

const texts: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'a word': Buffer.from('[{"name":"Alder"}]'),
  'one octet, often': Buffer.alloc(5000, 'a'),
  'many plants': Buffer.from(
    JSON.stringify(
      Array.from({ length: 6000 }, (_, at) => ({ name: `Oak ${at * 7919}`, tag: `${at ** 3}` })),
    ),
  ),
}

describe('the coding compress', () => {
  for (const [name, text] of Object.entries(texts)) {
    for (const longest of [10, 12, mostBits]) {
      it(`is read, as gzip reads it: ${name}, with codes of up to ${longest} bits`, () => {
        const packed = compress(text, longest)
        const { stdout, status, stderr } = spawnSync('gzip', ['-dc'], { input: packed })
        assert.deepEqual([status, stdout.equals(text)], [0, true], String(stderr))
        const read = decodeContent(answerWith('compress', packed))
        assert.ok(typeof read !== 'string' && read.equals(text))
      })
    }
  }

  it('is reported where octets are not in it', () => {
    const packed = compress(Buffer.from('[{"name":"Alder"}]'))
    const wrong = [Buffer.from('[]'), packed.subarray(0, 2), Buffer.from('1f9d90ffff', 'hex')]
    for (const body of wrong)
      assert.equal(
        decodeContent(answerWith('compress', body)),
        'it is not in the coding compress that it says',
      )
  })
})
