/** Which requests a service owes a response, and which are sent by the given contract alone. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { it } from 'node:test'
import { malformedRequest, pipelined, serveOn } from '@plant-store/raw-http'
import { Over } from '../../src/sessions/client/over.ts'
import type { Runner } from '../../src/plants/runner.ts'
import { serve } from '../serve.ts'
import { runnerAt, runStage } from './trial.ts'

/** A server that knows only lists may well leave enough requests unanswered to be given up. */
const mayGiveUp = (error: unknown): void => assert.ok(error instanceof Over, String(error))

for (const [what, only, turnAway, work] of [
  [
    'what is not HTTP is owed no response by the given contract alone',
    'given',
    (socket: Duplex) => socket.destroy(),
    (runner: Runner) => runStage('the table of requests', runner),
  ],
  [
    'the preface of HTTP/2 may be answered in HTTP/2',
    'all',
    (socket: Duplex) => socket.write(Buffer.from('000012040000000000', 'hex')),
    (runner: Runner) => runner.askApart([{ request: malformedRequest('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') }]),
  ],
] as const)
  it(what, async () => {
    // Node finds no HTTP there; all else is answered with a list.
    const listener = createServer((_request, response) => response.end('[]'))
    await using server = await serveOn(
      listener.on('clientError', (_error, socket: Duplex) => void turnAway(socket)),
    )
    const { runner, collector } = runnerAt(server.url, { only })
    await Promise.resolve(work(runner)).catch(mayGiveUp)
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

it('a connection that is used again carries only what the given contract speaks of, where that is checked alone', async () => {
  await using server = await serve((_request, response) => response.end('[]'))
  const { runner, collector } = runnerAt(server.url, { only: 'given' })
  await runStage('every kind behind every other', runner).catch(mayGiveUp)
  const requests = collector.exchanges.map(({ request }) => request)
  assert.ok(requests.length > 0)
  assert.ok(requests.every(({ method, body }) => method === 'GET' && body === undefined))
})
