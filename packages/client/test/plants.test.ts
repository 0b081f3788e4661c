/** Plant by plant: a list of any length, whole or not. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { ResponseError, listPlants, plants } from '@plant-store/client'
import { largeWorldPlant, makeLargeWorld, startService, temporaryDirectory } from '@plant-store/testkit'
import { answering, begins, hangsUp, isSilent, says } from './answering.ts'

const token = 'pst_any'

/** How many plants came, and what the loop ended with. */
async function read(
  url: string,
  options: { timeoutMs?: number; retries?: number } = {},
): Promise<[number, unknown]> {
  let count = 0
  try {
    for await (const _ of plants({ baseUrl: url, token, retries: 0, ...options })) count += 1
    return [count, undefined]
  } catch (error) {
    return [count, error]
  }
}

describe('plants', () => {
  it('gives a long list of the service, plant by plant', async () => {
    await using directory = await temporaryDirectory()
    const world = await makeLargeWorld(directory.path, 5000)
    await using service = await startService({ settings: { database: world.database } })
    let index = 0
    for await (const plant of plants({ baseUrl: service.url, token: world.token })) {
      assert.deepEqual(plant, largeWorldPlant(index))
      index += 1
    }
    assert.equal(index, 5000)
    for await (const plant of plants({ baseUrl: service.url, token: world.token })) {
      assert.deepEqual(plant, largeWorldPlant(0))
      break
    }
    await assert.rejects(plants({ baseUrl: service.url, token }).next(), (error) => {
      assert.ok(error instanceof ResponseError)
      const id = error.result.headers['x-request-id']
      assert.equal(error.message, `401: The bearer token was not accepted. (40102) [request ${id}]`)
      return error.result.status === 401
    })
  })

  it('closes the connection when the loop is left', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    await using server = await answering((_, response) => {
      closed = once(response, 'close')
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('[{"name":"Alder"},')
    })
    for await (const plant of plants({ baseUrl: server.url, token })) {
      assert.deepEqual(plant, { name: 'Alder' })
      break
    }
    await closed
  })

  it('ends in the middle of the list when it is told to', async () => {
    const leaving = new Error('the page was left')
    const controller = new AbortController()
    await using server = await answering(begins('[{"name":"Alder"},', () => {}))
    const list = plants({ baseUrl: server.url, token, signal: controller.signal })
    assert.deepEqual((await list.next()).value, { name: 'Alder' })
    controller.abort(leaving)
    await assert.rejects(list.next(), leaving)
  })

  const right = [
    ['[]', 0],
    [' [ ] ', 0],
    ['[{"name":"a [ b ] , \\" \\\\"}]', 1],
    [' [\n{"name":"a"} , {"name":"b","tag":"c","more":[1,{"x":[]}]}\n]\r\n', 2],
  ] as const
  for (const [text, count] of right) {
    it(`reads ${JSON.stringify(text)}, in one piece and byte by byte`, async () => {
      await using server = await answering(says(200, text), (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        for (const byte of Buffer.from(text)) response.write(Uint8Array.of(byte))
        response.end()
      })
      assert.deepEqual(await read(server.url), [count, undefined])
      assert.deepEqual(await read(server.url), [count, undefined])
    })
  }

  const wrong = [
    ['', 0, /ends before it is whole/],
    ['[{"name":"a"},{"name":"b"}', 1, /ends before it is whole/],
    ['[{"name":"a"},', 1, /ends before it is whole/],
    ['[{"name":"a"},]', 1, /after 1 plants/],
    ['[,]', 0, /after 0 plants/],
    ['{"name":"a"}', 0, /not an array/],
    ['<!doctype html>', 0, /not an array/],
    ['[{"name":"a"}] []', 1, /something follows/],
    ['[{"name":"a"},{"tag":"b"}]', 1, /\/name is missing/],
    ['[{"name":"a"},null]', 1, /not an object/],
    ['[{"name":"a"}}]', 0, /after 0 plants/],
  ] as const
  for (const [text, count, reason] of wrong) {
    it(`throws at ${JSON.stringify(text)}`, async () => {
      await using server = await answering(says(200, text))
      const [came, error] = await read(server.url)
      assert.equal(came, count)
      assert.ok(error instanceof ResponseError)
      assert.match(error.message, reason)
      assert.equal(error.result.status === 'unexpected' && error.result.text, text)
    })
  }

  it('throws when the connection breaks, when nothing more arrives, and at an item without end', async () => {
    await using server = await answering(
      begins('[{"name":"a"},', (response) => response.destroy()),
      begins('[{"name":"a"},', (response) => response.destroy()),
      begins('[{"name":"a"},', () => {}),
      says(200, `[{"name":"${'a'.repeat(1_100_000)}"}]`),
    )
    const [broken, why] = await read(server.url)
    assert.ok(broken <= 1 && why instanceof ResponseError && why.result.status === 'unexpected')
    assert.match(why.result.reason, /^after \d plants: the response breaks off: /)
    const whole = await listPlants({ baseUrl: server.url, token, retries: 0 })
    assert.ok(whole.status === 'unexpected' && whole.httpStatus === 200)
    assert.match(whole.reason, /^the response breaks off: /)
    const [late, timeout] = await read(server.url, { timeoutMs: 2000 })
    assert.ok(late === 1 && timeout instanceof DOMException && timeout.name === 'TimeoutError')
    const [, endless] = await read(server.url)
    assert.match(String(endless), /more than 1000000 characters/)
  })

  it('asks again only as long as nothing has arrived', async () => {
    await using server = await answering(
      hangsUp,
      begins('[{"name":"a"},', (response) => response.destroy()),
    )
    const [, error] = await read(server.url, { retries: 2 })
    assert.ok(error instanceof ResponseError)
    assert.equal(server.requests.length, 2)
    await using silent = await answering(isSilent)
    const [, late] = await read(silent.url, { timeoutMs: 50 })
    assert.equal(late instanceof DOMException && late.name, 'TimeoutError')
  })
})
