/** What the load processes count, checked with servers of known behaviour. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { test } from 'node:test'
import { type Served, serveOn } from '@plant-store/testkit'
import { list } from '../src/load/loads.ts'
import { type LoadResult, startLoadGenerator } from '../src/load/generator.ts'
import { findCores } from '../src/processes.ts'

const cores = findCores(false)
const requests = [list('any', '/plants')]

test('at a fixed rate, one late response makes all requests due meanwhile late', async () => {
  let seen = 0
  await using server = await serve((_request, response) => {
    seen += 1
    // The first request opens the connection and is not counted.
    if (seen === 2) setTimeout(() => response.end(), 500)
    else response.end()
  })
  await using generator = startLoadGenerator(cores)
  const job = { url: server.url, connections: 1, seconds: 0.5, requests, perSecond: 100, waitSeconds: 300 }
  const result = await generator.run(job)
  assert.deepEqual([result.requests, result.reached, result.unanswered, result.failures], [50, 50, 0, 0])
  // Half of them were due in the first 250 ms, and none could be sent before 500 ms, however slow the machine is.
  assert.ok(result.latency.p50Ms >= 240, JSON.stringify(result))
  assert.ok(result.latency.maxMs >= 490, JSON.stringify(result))
})

test('at a fixed rate, a request without a response counts as having waited until the end', async () => {
  let seen = 0
  await using server = await serve((_request, response) => {
    seen += 1
    if (seen === 1) response.end()
  })
  await using generator = startLoadGenerator(cores)
  const job = { url: server.url, connections: 1, seconds: 0.1, requests, perSecond: 100, waitSeconds: 0.2 }
  const result = await generator.run(job)
  assert.deepEqual([result.requests, result.unanswered, result.failures], [0, 10, 0])
  assert.ok(result.latency.p50Ms >= 200 && result.latency.maxMs >= 290, JSON.stringify(result))
})

test('at saturation, the status of every response is compared with the expected one', async () => {
  await using server = await serve((incoming, response) => {
    response.writeHead(incoming.url === '/bad' ? 400 : 200).end()
  })
  await using generator = startLoadGenerator(cores)
  const bad = { ...list('any', '/bad'), status: 400 }
  const run = async (...sent: (typeof bad)[]): Promise<LoadResult> => {
    // On a busy machine it may take longer until something is answered.
    for (let seconds = 0.1; ; seconds *= 2) {
      const result = await generator.run({ url: server.url, connections: 2, seconds, requests: sent })
      if (result.requests > 2) return result
    }
  }
  const right = await run(...requests, bad)
  assert.equal(right.failures, 0)
  assert.ok(right.reached >= right.requests, JSON.stringify(right))
  const wrong = await run(...requests, { ...bad, status: 200 })
  assert.ok(wrong.failures > 0, JSON.stringify(wrong))
})

const serve = (listener: RequestListener): Promise<Served> => serveOn(createServer(listener))
