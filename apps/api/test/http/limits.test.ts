/** The resources that a stranger can hold are limited, beyond what the table of requests says; `slow-readers.test.ts` has more. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { connectRaw, sendRaw, serveLargeWorld, startService } from '@plant-store/testkit'
import { readMetric } from './read-metric.ts'

const { world, service, stop } = await serveLargeWorld(15_000, 600)
/** Has short timeouts; only the tests of timeouts use it, so that a busy machine is not taken for a slow client. */
const impatient = await startService({
  settings: { database: world.database, headersTimeoutMs: 300, requestTimeoutMs: 600 },
})
after(async () => {
  await impatient.stop()
  await stop()
})

describe('the resources that a stranger can hold are limited', () => {
  const bearer = `Host: localhost\r\nAuthorization: Bearer ${world.token}\r\n`

  test('CONNECT after a long list is refused once the whole list has arrived', async () => {
    using connection = await connectRaw({ port: service.port })
    connection.socket.pause()
    const connectLater = 'CONNECT a:1 HTTP/1.1\r\n\r\n'
    await connection.send(`GET /plants HTTP/1.1\r\n${bearer}\r\n${connectLater}`, ['GET', 'CONNECT'])
    connection.socket.resume()
    const [list, refusal] = await connection.receive(2)
    assert.equal(JSON.parse(String(list?.body)).length, world.count)
    assert.equal(refusal?.status, 405)
  })

  test('content that never ends is answered 408 and cut off', async () => {
    using connection = await connectRaw({ port: impatient.port })
    await connection.send(`GET /plants?limit=1 HTTP/1.1\r\n${bearer}Transfer-Encoding: chunked\r\n\r\n`)
    const dripping = setInterval(() => void connection.send('1\r\nx\r\n', []), 50)
    const [response] = await connection.receive()
    const state = await connection.ended()
    clearInterval(dripping)
    assert.equal(response?.status, 408)
    assert.notEqual(state, 'open')
  })

  test('content that is sent endlessly and without a pause is cut off at 64 KiB', async () => {
    using connection = await connectRaw({ port: service.port })
    await connection.send(`POST /plants HTTP/1.1\r\n${bearer}Transfer-Encoding: chunked\r\n\r\n`)
    const chunk = `400\r\n${'x'.repeat(1024)}\r\n`
    for (let sent = 0; sent <= 65; sent += 1) {
      await connection.send(chunk, [])
    }
    const [response] = await connection.receive()
    assert.equal(response?.status, 413)
    assert.notEqual(await connection.ended(), 'open')
  })

  for (const [what, head, status] of [
    ['too much content', 'Content-Length: 8388608\r\n', 413],
    ['content of a malformed request', 'Content-Length: 8388608\r\nHost: twice\r\n', 400],
  ] as const) {
    test(`${what} that is still being sent does not keep the response from arriving`, async () => {
      using connection = await connectRaw({ port: service.port })
      await connection.send(`POST /plants HTTP/1.1\r\n${bearer}${head}\r\n`)
      const rest = Array.from({ length: 128 }, () => 'x'.repeat(65_536))
      for (const piece of rest) await connection.send(piece, [])
      const [response] = await connection.receive()
      assert.equal(response?.status, status)
      assert.deepEqual(response.faults, [])
      assert.equal(await connection.ended(), 'closed')
    })
  }

  test('each of several requests sent at once is told what is too long in it', async () => {
    const plain = `GET /plants?limit=1 HTTP/1.1\r\n${bearer}\r\n`
    const content = `POST /plants HTTP/1.1\r\n${bearer}Content-Length: 7\r\n\r\nlimit=1`
    const ofTarget = (length: number): string => `GET /${'a'.repeat(length)} HTTP/1.1\r\n${bearer}\r\n`
    const ofHeader = `GET /plants HTTP/1.1\r\n${bearer}X-Unknown: ${'A'.repeat(40_000)}\r\n\r\n`
    for (const [bytes, due] of [
      [plain + ofTarget(40_000), [200, 414]],
      [plain + ofHeader, [200, 431]],
      [content + ofTarget(40_000), [405, 414]],
      [content + ofHeader, [405, 431]],
      [ofTarget(12_000) + ofTarget(40_000), [414, 414]],
      [ofTarget(12_000) + ofHeader, [414, 431]],
    ] as const) {
      const { responses } = await sendRaw({ port: service.port, bytes, expected: 2 })
      assert.deepEqual(
        responses.map(({ status }) => status),
        due,
        bytes.slice(0, 30),
      )
    }
  })

  test('connections beyond the limit are refused and counted; the others go on', async () => {
    await using few = await startService({ settings: { database: world.database, maxConnections: 20 } })
    const held = await Promise.all(Array.from({ length: 30 }, () => connectRaw({ port: few.port })))
    const responses = await Promise.all(
      held.map(async (connection) => {
        await connection.send(`GET /plants?limit=1 HTTP/1.1\r\n${bearer}\r\n`)
        const [response] = await connection.receive()
        return response?.status
      }),
    )
    assert.equal(responses.filter((status) => status === 200).length, 20)
    assert.equal(responses.filter((status) => status === undefined).length, 10)
    const dropped = 'plant_store_connection_refusals_total{http_response_status_code="dropped"}'
    assert.equal(await readMetric(few.operatorUrl, dropped), 10)
    const [first] = held
    await first?.send(`GET /plants?limit=1 HTTP/1.1\r\n${bearer}\r\n`)
    assert.equal((await first?.receive())?.[0]?.status, 200)
    for (const connection of held) {
      connection[Symbol.dispose]()
    }
  })
})
