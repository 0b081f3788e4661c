/** What stays in memory while a check lasts is bounded, and nothing of it when it is over. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/run/check.ts'
import { Collected } from '../../src/run/collector.ts'
import { prismChecker } from '../../src/adapters/prism/checker.ts'
import { startWith, subjectAt } from '../broken-server.ts'
import { exchange, finding, checker, rules } from './bench.ts'
import { collectAll } from './collect-all.ts'

/** Each check is shown this much, and keeps it as long as it lasts. */
const bytesPerCheck = 2 * 1024 * 1024
const checks = 20

test('of a rule that is broken again and again, ten exchanges stay', async () => {
  const collected = new Collected({
    rules,
    only: 'all',
    document: {},
    signal: new AbortController().signal,
    timeUp: new AbortController().signal,
    onBroken: () => {},
    onLimited: () => {},
    onExchange: () => {},
  })
  const collector = collected.collectorFor('strict')
  // As many as are kept, whatever they show.
  for (let count = 0; count < 20_000; count += 1) collector.record(exchange())
  const bodies = Array.from({ length: 100 }, () => {
    const body = Buffer.alloc(1000, 32)
    collector.broken(finding('a', { checker: 'strict', exchange: collector.record(exchange({ body })) }))
    return new WeakRef(body)
  })
  await collectAll()
  assert.equal(bodies.filter((body) => body.deref() !== undefined).length, 10)
  assert.equal(collected.seenOf('a').broken, 100)
})

test(`${checks} checks in one process, each under signals that live on, leave nothing behind`, async () => {
  await using server = await startWith({})
  const interrupt = new AbortController()
  const steady = checker('steady', (collector) => {
    for (let part = 0; part < 32; part += 1) {
      const body = Buffer.alloc(bytesPerCheck / 32, 32)
      collector.kept('list-is-array', collector.record(exchange({ body })))
    }
  })
  const run = async (): Promise<void> => {
    const checkers = [steady, prismChecker()]
    await check(subjectAt(server.url), { checkers, signal: interrupt.signal })
  }
  const used = async (): Promise<number> => {
    await collectAll()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  // These runs load Prism, and whatever else is loaded once.
  for (let count = 0; count < 3; count += 1) await run()
  const before = await used()
  for (let count = 0; count < checks; count += 1) await run()
  const growth = (await used()) - before
  // Growth by eight checks' worth is no chance; if checks were kept, all twenty would be there.
  assert.ok(growth < 8 * bytesPerCheck, `${growth} bytes more`)
})
