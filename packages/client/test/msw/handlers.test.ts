/** The handlers for Mock Service Worker do what the service does, and give the examples of the contract. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { listPlantsHandlers } from '@plant-store/client/msw'
import { forGenerators } from '@plant-store/contracts/for-generators'
import { serveSmallWorld } from '@plant-store/testkit'
import { wordsOf } from '@plant-store/testkit/rows'
import { getResponse } from 'msw'
import { exampleLists } from '../../src/mock/examples.ts'
import { comparable, readRows, type Row, toRequest } from './rows.ts'

const baseUrl = 'https://plants.example.org'
const token = 'pst_any'

const { world, service, stop } = await serveSmallWorld()
after(stop)

describe('handlers beside the service', () => {
  const lists = new Map(Object.values(world.users).map((user) => [user.token, user.plants]))
  const handler = listPlantsHandlers[200]({ baseUrl: service.url, plants: (secret) => lists.get(secret) })

  const mocked = async (request: Request): Promise<Response> =>
    (await getResponse([handler], request)) ?? assert.fail(`nothing answers ${request.url}`)
  const live = (request: Request): Promise<Response> => fetch(request, { redirect: 'manual' })

  it('answers every row that fetch can send as the service does, field by field', async (t) => {
    const askBoth = async (row: Row, tags: readonly Readonly<Record<string, string>>[]) => {
      const responses: object[] = []
      for (const [index, ask] of [mocked, live].entries()) {
        const request = toRequest(row, service.url, wordsOf(world, tags[index] ?? {}))
        if (request === undefined) return undefined
        responses.push(await comparable(await ask(request)))
      }
      return responses
    }
    const tags = [await tagsOf(mocked), await tagsOf(live)]
    let sent = 0
    for (const row of readRows()) {
      const responses = await askBoth(row, tags)
      if (responses === undefined) continue
      const [ours, theirs] = responses
      assert.deepEqual(ours, theirs, row.says)
      const error = row.method === 'HEAD' ? undefined : row.error
      assert.partialDeepStrictEqual(ours, { status: row.due, error }, row.says)
      sent += 1
    }
    t.diagnostic(`${sent} of ${readRows().length} rows of one request`)
    assert.ok(sent > 250, `${sent} rows`)
  })

  async function tagsOf(ask: typeof live): Promise<Record<string, string>> {
    const tags: Record<string, string> = {}
    for (const [name, user] of Object.entries(world.users)) {
      const headers = { Authorization: `Bearer ${user.token}` }
      const response = await ask(new Request(`${service.url}/plants`, { headers }))
      tags[name] = response.headers.get('ETag')?.replace(/^W\//, '') ?? ''
    }
    return tags
  }
})

describe('one handler for each answer', () => {
  interface Declared {
    readonly headers: Readonly<
      Record<
        string,
        { readonly schema: { readonly pattern?: string; readonly examples: readonly unknown[] } }
      >
    >
    readonly content: {
      readonly 'application/json': { readonly examples: Record<string, { value: unknown }> }
    }
  }
  // What it refers to stands in place of each reference.
  const { paths } = forGenerators as unknown as {
    readonly paths: { readonly '/plants': { readonly get: { responses: Record<string, Declared> } } }
  }
  const declared = Object.entries(paths['/plants'].get.responses)
  const ask = async (status: keyof typeof listPlantsHandlers, init?: RequestInit): Promise<Response> => {
    const headers = { Authorization: `Bearer ${token}` }
    const request = new Request(`${baseUrl}/plants`, { headers, ...init })
    const response = await getResponse([listPlantsHandlers[status]({ baseUrl })], request)
    return response ?? assert.fail('nothing answers')
  }
  const statuses = Object.keys(listPlantsHandlers).map(Number) as (keyof typeof listPlantsHandlers)[]

  it('there is one for each status that the operation declares', () => {
    assert.deepEqual(
      statuses,
      declared.map(([status]) => Number(status)),
    )
  })

  for (const [status, { headers, content }] of declared) {
    const examples = Object.entries(content['application/json'].examples)
    it(`${status}: an example of the contract, with each header field that it declares`, async () => {
      const response = await ask(Number(status) as 200)
      assert.equal(response.status, Number(status))
      const body: unknown = await response.json()
      assert.ok(examples.some(([, { value }]) => isDeepStrictEqual(value, body)))
      for (const [name, { schema }] of Object.entries(headers)) {
        const value = response.headers.get(name) ?? assert.fail(`no ${name}`)
        // These differ each time, or from list to list.
        if (name === 'ETag' || name === 'X-Request-Id') assert.match(value, new RegExp(schema.pattern ?? ''))
        else assert.ok(schema.examples.map(String).includes(value), `${name}: ${value}`)
      }
    })

    if (status === '200')
      it('the example lists are those of the contract', () => {
        assert.deepEqual(
          Object.entries(exampleLists),
          examples.map(([name, { value }]) => [name, value]),
        )
      })
  }

  it('a request with something wrong gets its refusal from each of them', async () => {
    for (const status of statuses) {
      const missing = await ask(status, { headers: {} })
      assert.deepEqual([status, missing.status], [status, status === 400 ? 400 : 401])
      const challenge = missing.headers.get('WWW-Authenticate')
      assert.equal(challenge, status === 400 ? null : 'Bearer realm="plant-store"')
      const posted = await ask(status, { method: 'POST' })
      assert.deepEqual([status, posted.status], [status, status === 400 ? 400 : 405])
    }
  })

  it('leaves requests to other addresses to other handlers', async () => {
    for (const url of ['https://plants.example.net/plants', 'https://plants.example.org/v10/plants']) {
      const handlers = [listPlantsHandlers[200]({ baseUrl: `${baseUrl}/v1/` })]
      assert.equal(await getResponse(handlers, new Request(url)), undefined)
    }
  })

  it("never sends more than the members of a plant, and asks which plants the token's user sees", async () => {
    const mine = [{ name: 'Alder', tag: 'Alnus', unheardOf: 20 }]
    const handlers = [
      listPlantsHandlers[200]({ baseUrl, plants: (one) => (one === token ? mine : undefined) }),
    ]
    const get = (secret: string): Promise<Response | undefined> => {
      const headers = { Authorization: `Bearer ${secret}` }
      return getResponse(handlers, new Request(`${baseUrl}/plants?limit=5`, { headers }))
    }
    assert.deepEqual(await (await get(token))?.json(), [{ name: 'Alder', tag: 'Alnus' }])
    assert.equal((await get('pst_other'))?.status, 401)
  })
})
