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

const json = { 'Content-Type': 'application/json' }
const statusOf: Readonly<Record<string, number>> = { Plants: 200, Error: 400 }
const rows = [
  ...responses,
  // A single plant is not the body of any response.
  ...bodies.flatMap(({ schema, ...row }): readonly RawResponse[] => {
    const status = statusOf[schema]
    return status === undefined
      ? []
      : [{ ...row, status, headers: json, ...(!row.valid && { wrong: 'body' }) }]
  }),
]

/** The client's options, with a `fetch` in place of a service. */
function options({ status, headers, body }: RawResponse) {
  const fetch = () => Promise.resolve(new Response(status === 204 ? null : body, { status, headers }))
  return { baseUrl: 'http://127.0.0.1', token: 'pst_any', retries: 0, fetch }
}

describe(`listPlants, over ${rows.length} answers`, () => {
  for (const row of rows) {
    // The client does not check the header fields, but for the media type.
    const isGiven = !['status', 'body', 'type'].includes(row.wrong ?? '')
    it(`${row.status}, ${row.says}: ${isGiven ? 'given as it is' : 'unexpected'}`, async () => {
      const result = await listPlants(options(row))
      assert.equal(result.status, isGiven ? row.status : 'unexpected')
      if (result.status !== 'unexpected') assert.deepEqual(result.body, JSON.parse(row.body))
    })
  }
})

const lists = rows.filter(({ status }) => status === 200)
describe(`plants, over ${lists.length} lists`, () => {
  for (const row of lists) {
    const isWhole = row.wrong !== 'body' && row.wrong !== 'type'
    it(`${row.says}: ${isWhole ? 'each plant' : 'throws, and gives nothing that is not a plant'}`, async () => {
      const given: unknown[] = []
      const read = async (): Promise<void> => {
        for await (const plant of plants(options(row))) given.push(plant)
      }
      await (isWhole ? read() : assert.rejects(read()))
      assert.ok(given.every((plant) => isPlant(plant)))
      if (isWhole) assert.deepEqual(given, JSON.parse(row.body))
    })
  }
})
