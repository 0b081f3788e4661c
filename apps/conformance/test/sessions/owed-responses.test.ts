/** Which requests a service owes a response. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { it } from 'node:test'
import { malformedRequest, pipelined, serveOn } from '@plant-store/raw-http'
import { serve } from '../serve.ts'
import { runnerAt } from './trial.ts'

it('the preface of HTTP/2 may be answered in HTTP/2', async () => {
  // Node finds no HTTP there.
  const turnAway = (_error: Error, socket: Duplex): void =>
    void socket.write(Buffer.from('000012040000000000', 'hex'))
  await using server = await serveOn(createServer().on('clientError', turnAway))
  const { runner, collector } = runnerAt(server.url)
  await runner.askApart([{ request: malformedRequest('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') }])
  assert.doesNotMatch(collector.tell(), /^answers-(?:every-request|are-well-framed)$/m)
})

it('a response is not accused of lacking a part where later requests were not read: that resets the connection', async () => {
  let count = 0
  await using server = await serve((_request, response) => {
    count += 1
    if (count > 1) return void response.end('[]')
    response.writeHead(200, { 'Content-Length': 1000, Connection: 'close' })
    return void response.write('[', () => response.socket?.resetAndDestroy())
  })
  const { runner, collector } = runnerAt(server.url)
  const plain = { request: runner.write('GET', '/plants') }
  await runner.run([pipelined([plain, plain])])
  assert.doesNotMatch(collector.tell(), /the bytes end/)
})

it('a service that answers no request of one kind is still asked all others', async () => {
  await using server = await serve((request, response) => {
    if (request.method === 'GET') response.writeHead(401).end()
    else request.socket.destroy()
  })
  const { runner, collector } = runnerAt(server.url)
  await runner.askApart([{ request: runner.write('GET', '/plants') }])
  await runner.askApart(Array.from({ length: 30 }, () => ({ request: runner.write('PUT', '/plants') })))
  const [last] = await runner.askApart([{ request: runner.write('GET', '/plants') }])
  assert.ok(last !== undefined && 'status' in last.outcome)
  assert.equal(collector.exchanges.filter(({ request }) => request.method === 'PUT').length >= 30, true)
})
