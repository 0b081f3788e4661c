/** The client with the responses of contracts/vectors: it returns valid ones, and never a plant that is not one. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { listPlants, plants } from '@plant-store/client'
import { isPlant } from '@plant-store/contracts/validators'
import { parse } from 'yaml'

interface Row {
  readonly says: string
  readonly body: string
  readonly valid: boolean
}
interface RawResponse extends Row {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly wrong?: string
}
interface Vectors {
  readonly bodies: readonly (Row & { readonly schema: string })[]
  readonly responses: readonly RawResponse[]
}
const file = createRequire(import.meta.url).resolve('@plant-store/contracts/vectors/responses.yaml')
const { bodies, responses } = parse(readFileSync(file, 'utf8')) as Vectors

const headers = { 'Content-Type': 'application/json' }
// A single plant is not the body of any response.
const others = bodies.filter(({ schema }) => schema !== 'Plant')
const rows: readonly RawResponse[] = [
  ...responses,
  ...others.map(({ schema, ...row }): RawResponse => {
    const about = { status: schema === 'Plants' ? 200 : 400, headers }
    return row.valid ? Object.assign(about, row) : Object.assign(about, row, { wrong: 'body' })
  }),
]

describe(`both calls, over ${rows.length} responses`, () => {
  for (const row of rows) {
    // The client does not check the header fields, but for the media type.
    const isGiven = !['status', 'body', 'type'].includes(row.wrong ?? '')
    it(`${row.status}, ${row.says}: ${isGiven ? 'given as it is' : 'never given'}`, async () => {
      const fetch = () => Promise.resolve(new Response(row.status === 204 ? null : row.body, { ...row }))
      const options = { baseUrl: 'http://127.0.0.1', token: 'pst_any', retries: 0, fetch }
      const result = await listPlants(options)
      assert.equal(result.status, isGiven ? row.status : 'unexpected')
      if (result.status !== 'unexpected') assert.deepEqual(result.body, JSON.parse(row.body))
      const given: unknown[] = []
      const read = async (): Promise<void> => {
        for await (const plant of plants(options)) given.push(plant)
      }
      await (isGiven && row.status === 200 ? read() : assert.rejects(read()))
      assert.ok(given.every((plant) => isPlant(plant)))
      if (isGiven && row.status === 200) assert.deepEqual(given, JSON.parse(row.body))
    })
  }
})
