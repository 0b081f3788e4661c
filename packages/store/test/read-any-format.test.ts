/** A file is read the same way whatever its format, and however its bytes arrive. */
import assert from 'node:assert/strict'
import process from 'node:process'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readRecords, type RecordFormat, type RecordLine } from '../src/index.ts'
import { bytesOf } from './promises/world.ts'

async function read(format: RecordFormat, ...chunks: Uint8Array[]): Promise<RecordLine[]> {
  return (await Array.fromAsync(readRecords(bytesOf(...chunks), format))).flat()
}

/** The beginnings of records that need never end. */
const openings = { ndjson: '"', json: '["', csv: 'name\n"' } as const

const texts = {
  ndjson: '\uFEFF{"name":"Rosé 🌹"}\n\n{"name":"x"\r\n"Ω"\n',
  json: '\uFEFF[{"name":"Rosé \\"🌹\\""}, {"x"]}, [1,{"y":2}], "Ω"]\n',
  csv: '\uFEFFname,tag\r\n"Rosé ""🌹""",\n"a\nb",Ω\nx\n',
} as const

describe('a file of any format', () => {
  for (const format of ['ndjson', 'json', 'csv'] as const) {
    it(`is read the same however its bytes are cut: ${format}`, async () => {
      const bytes = Buffer.from(texts[format])
      const whole = await read(format, bytes)
      assert.ok(whole.length >= 3)
      const cuts = fc.uniqueArray(fc.nat({ max: bytes.length }), { maxLength: bytes.length })
      await fc.assert(
        fc.asyncProperty(cuts, async (at) => {
          const ends = [...at.toSorted((a, b) => a - b), bytes.length]
          const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
          assert.deepEqual(await read(format, ...chunks), whole)
        }),
      )
    })

    it(`fails like its stream: ${format}`, async () => {
      const broken = new Readable({
        read() {
          this.push('[')
          this.destroy(new Error('the disk was pulled out'))
        },
      })
      await assert.rejects(Array.fromAsync(readRecords(broken, format)), /pulled out/)
    })

    it(`destroys its stream when nobody reads on: ${format}`, async () => {
      const line = format === 'json' ? '[1,' : '1\n'
      const stream = Readable.from([Buffer.from(line.repeat(2000)), Buffer.from(line), Buffer.from(line)])
      const records = readRecords(stream, format)[Symbol.asyncIterator]()
      await records.next()
      await records.return?.()
      assert.ok(stream.destroyed)
    })

    it(`takes no additional memory for an endless record: ${format}`, async () => {
      const piece = Buffer.alloc(1 << 20, 'x')
      async function* endless(): AsyncGenerator<Uint8Array> {
        yield* bytesOf(openings[format])
        for (let count = 0; count < 128; count += 1) yield await Promise.resolve(piece)
      }
      let peak = 0
      for await (const _ of readRecords(endless(), format)) {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers)
      }
      // Garbage is collected late, but 128 MiB that are kept would show.
      assert.ok(peak < 96 << 20, `${peak} bytes`)
    })
  }
})
