/** A wrong response is looked into alone. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Runner } from '../../plant-store/runner.ts'
import { Over } from '../../src/sessions/client/sent.ts'
import { serve } from '../serve.ts'
import { subjectOf } from '../subject.ts'
import { RecordingCollector } from '../recording-collector.ts'

/** More sessions than are played at a time. */
const many = 60

/** Sends each request to a path of its own; resolves when all are checked. */
async function askFor(listener: RequestListener, collector: RecordingCollector): Promise<void> {
  await using server = await serve(listener)
  const runner = new Runner(subjectOf(server.url), collector)
  const asks = Array.from({ length: many }, (_, index) => ({ request: runner.write('GET', `/${index}`) }))
  const sent = await runner.askApart(asks)
  assert.deepEqual(
    sent.map(({ request }) => request.target),
    asks.map(({ request }) => request.target),
  )
}

test('a request that was answered wrongly is sent again while no other is under way', async () => {
  const collector = new RecordingCollector()
  let underWay = 0
  /** How many others were under way each time `/0` was asked for. */
  const besides: number[] = []
  await askFor(({ url = '' }, response) => {
    if (url === '/0') besides.push(underWay)
    underWay += 1
    response.once('close', () => (underWay -= 1))
    void setTimeout(url === '/0' ? 0 : 20).then(() => response.writeHead(url === '/0' ? 200 : 404).end())
  }, collector)
  assert.ok(collector.findings.some(({ exchange }) => exchange?.request.target === '/0'))
  assert.ok(besides.length > 1)
  assert.ok(
    besides.slice(1).every((count) => count === 0),
    besides.join(),
  )
})

test('a client that rests, with a response unread, stops when the time is up', async () => {
  const collector = new RecordingCollector()
  await using server = await serve((_request, response) => {
    response.end('[]')
    collector.endTime()
  })
  const { client, write } = new Runner(subjectOf(server.url), collector)
  const ask = { request: write('GET', '/plants') }
  await assert.rejects(client.play([{ ask, wait: false }, { restMs: 86_400_000 }]), Over)
})
