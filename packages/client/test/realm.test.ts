/** Under Jest and in `node:vm` the errors of fetch belong to another realm: they are instances of no class of ours. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import type * as Client from '@plant-store/client'
import { rolldown } from 'rolldown'
import { answering, begins, hangsUp, says } from './answering.ts'

describe('in another realm', async () => {
  await using bundle = await rolldown({ input: fileURLToPath(new URL('../src/index.ts', import.meta.url)) })
  const { output } = await bundle.generate({ format: 'iife', name: 'client' })
  const globals = { fetch, URL, Headers, Blob, DOMException, TextDecoder, setTimeout, clearTimeout }
  const context = createContext({ ...globals, AbortSignal, AbortController })
  const client = runInContext(`${output[0].code}; client`, context) as typeof Client
  const options = { token: 'pst_any', retries: 1 }

  it('a broken connection is tried again', async () => {
    await using server = await answering(hangsUp, says(200, [{ name: 'Alder' }]), hangsUp)
    const baseUrl = server.url
    assert.equal((await client.listPlants({ baseUrl, ...options })).status, 200)
    await assert.rejects(client.listPlants({ baseUrl, ...options }), /no response from http/)
    assert.equal(server.requests.length, 4)
  })

  it('both calls report a response that breaks off, and bytes that are no text', async () => {
    const latin1 = says(200, Buffer.from('[{"name":"\xE4"}]', 'latin1'))
    const cut = begins('[{"name":"Alder"},', (response) => response.destroy())
    await using server = await answering(latin1, latin1, cut)
    for (const reason of [/not valid/, /the response breaks off/]) {
      const given = { baseUrl: server.url, token: 'pst_any', retries: 0 }
      const result = await client.listPlants(given)
      assert.match(result.status === 'unexpected' ? result.reason : '', reason)
      await assert.rejects(
        async () => {
          for await (const _ of client.plants(given));
        },
        { name: 'ResponseError', message: reason },
      )
    }
  })
})
