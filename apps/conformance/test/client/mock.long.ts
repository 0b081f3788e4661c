/** The client before Prism's mock of the contract: it gives the examples, and every declared answer is one that it knows. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listPlants, plants } from '@plant-store/client'
import { parse } from 'yaml'
import { startPrism } from '../../src/prism/server.ts'

interface Contract {
  readonly components: {
    readonly responses: Readonly<
      Record<
        string,
        {
          readonly content: {
            readonly 'application/json': { readonly examples: Record<string, { value: unknown }> }
          }
        }
      >
    >
  }
}

const file = fileURLToPath(import.meta.resolve('@plant-store/contracts/openapi.yaml'))
const { components } = parse(readFileSync(file, 'utf8')) as Contract
const examplesOf = (name: string) =>
  Object.entries(components.responses[name]?.content['application/json'].examples ?? {})

describe("before Prism's mock the client", () => {
  it('gives each example of each answer, and dynamic lists that are ones', async () => {
    await using mock = await startPrism()
    const preferring =
      (prefer: string): typeof fetch =>
      (url, init) =>
        fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), Prefer: prefer } })
    const options = { baseUrl: mock.url, token: 'any', retries: 0 }
    const answers = {
      200: 'Plants',
      400: 'BadRequest',
      401: 'Unauthorized',
      500: 'InternalError',
      503: 'Unavailable',
    }
    for (const [status, name] of Object.entries(answers)) {
      for (const [example, { value }] of examplesOf(name)) {
        const result = await listPlants({
          ...options,
          fetch: preferring(`code=${status}, example=${example}`),
        })
        assert.equal(String(result.status), status, `${name} ${example}`)
        assert.deepEqual(result.status !== 'unexpected' && result.body, value)
      }
    }
    for (let times = 0; times < 20; times += 1) {
      const fetching = preferring('dynamic=true')
      for await (const { name, tag } of plants({ ...options, fetch: fetching })) {
        assert.ok(typeof name === 'string' && typeof (tag ?? '') === 'string')
      }
    }
  })
})
