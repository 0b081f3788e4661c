/** Unit tests of the parts that keep the number of workers, and that make one log and one metrics page of many. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Counter, Gauge, Registry } from 'prom-client'
import { type HangLimits, HangWatch, type Watched } from '../../src/workers/hang-watch.ts'
import { Restarts } from '../../src/workers/restarts.ts'
import { sumMetrics } from '../../src/workers/sum-metrics.ts'
import { wholeLines } from '../../src/workers/worker-process.ts'

describe('lines from a pipe', () => {
  const text = '{"name":"Tomás"}\n\n{"name":"梅"}\n'

  test('are passed on whole, wherever they are cut', () => {
    const bytes = Buffer.from(text)
    for (let first = 0; first <= bytes.length; first += 1) {
      for (let second = first; second <= bytes.length; second += 1) {
        const got: string[] = []
        const take = wholeLines((lines) => got.push(lines))
        for (const [from, to] of [
          [0, first],
          [first, second],
          [second, bytes.length],
        ] as const) {
          take(bytes.subarray(from, to))
        }
        assert.equal(got.join(''), text)
        assert.ok(got.every((lines) => lines.endsWith('\n')))
      }
    }
  })

  test('without an end are dropped', () => {
    const got: string[] = []
    wholeLines((lines) => got.push(lines))(Buffer.from('{"whole":1}\n{"cut":'))
    assert.deepEqual(got, ['{"whole":1}\n'])
  })
})

describe('restarts', () => {
  test('wait not at all, then longer and longer up to a limit, and start over after a worker that lasted', () => {
    const restarts = new Restarts()
    const delays = Array.from({ length: 9 }, () => {
      const { delayMs } = restarts
      restarts.ended(0)
      return delayMs
    })
    assert.deepEqual(delays, [0, 100, 200, 400, 800, 1600, 3200, 5000, 5000])
    restarts.ended(60_000)
    assert.equal(restarts.delayMs, 0)
  })

  test('are given up after five workers that ended at once', () => {
    const restarts = new Restarts()
    for (let ended = 0; ended < 4; ended += 1) restarts.ended(10)
    assert.equal(restarts.isHopeless, false)
    restarts.ended(10)
    assert.equal(restarts.isHopeless, true)
  })
})

describe('the watch over workers that hang', () => {
  const limits: HangLimits = { everyMs: 10, silentMs: 50, startMs: 100 }

  /** A worker that takes questions, and answers when told to. */
  class Asked implements Watched {
    heard = 0
    asked = 0
    ask(): void {
      this.asked += 1
    }
  }

  const looksUntil = (watch: HangWatch<Asked>, worker: Asked, isReady: boolean): number => {
    for (let looks = 0; looks < 1000; looks += 1) if (watch.look(worker, isReady)) return looks
    return Infinity
  }

  test('counts the looks since the last message, up to its limit', () => {
    const watch = new HangWatch<Asked>(limits)
    const worker = new Asked()
    for (let look = 0; look < 100; look += 1) {
      assert.equal(watch.look(worker, true), false)
      worker.heard += 1
    }
    assert.equal(worker.asked, 100)
    // Counted from the first look after a message: the machine's clock may have advanced by hours between two looks.
    assert.equal(looksUntil(watch, worker, true), 5)
    assert.equal(looksUntil(watch, worker, true), Infinity)
  })

  test('asks one question at a time, and asks none of a starting worker, which has its own limit', () => {
    const watch = new HangWatch<Asked>(limits)
    const worker = new Asked()
    for (let look = 0; look < 10; look += 1) assert.equal(watch.look(worker, false), false)
    assert.equal(worker.asked, 0)
    // The worker says that it is ready.
    worker.heard += 1
    for (let look = 0; look < 5; look += 1) assert.equal(watch.look(worker, true), false)
    assert.equal(worker.asked, 1)
    assert.equal(looksUntil(new HangWatch<Asked>(limits), new Asked(), false), 10)
  })

  test('asks a worker that was silent while the others started, and waits for its response as usual', () => {
    const watch = new HangWatch<Asked>(limits)
    const worker = new Asked()
    // The worker said that it is ready before the first look; it counts as ready once all are.
    worker.heard += 1
    for (let look = 0; look < 4; look += 1) assert.equal(watch.look(worker, false), false)
    assert.equal(watch.look(worker, true), false)
    assert.deepEqual([worker.asked, watch.isSilent(worker)], [1, false])
    assert.equal(looksUntil(watch, worker, true), 4)
  })

  test('calls a worker silent from the second look without a message on, until there is one', () => {
    const watch = new HangWatch<Asked>(limits)
    const worker = new Asked()
    const silent = Array.from({ length: 4 }, () => {
      watch.look(worker, true)
      return watch.isSilent(worker)
    })
    assert.deepEqual(silent, [false, false, true, true])
    worker.heard += 1
    assert.equal(watch.isSilent(worker), false)
  })
})

describe('metrics of workers that come and go', () => {
  function measure(requests: number, connections: number): Registry {
    const registry = new Registry()
    new Counter({ name: 'requests_total', help: 'r', registers: [registry] }).inc(requests)
    new Gauge({ name: 'connections', help: 'c', registers: [registry] }).set(connections)
    return registry
  }

  test('include the counters of workers that are gone, but not their gauges', async () => {
    const sums = sumMetrics<string>(measure(1, 0))
    const read = async (): Promise<readonly number[]> => {
      const page = await sums.page()
      return ['requests_total', 'connections'].map((name) =>
        Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(page)?.[1]),
      )
    }
    sums.update('first', await measure(10, 3).getMetricsAsJSON())
    sums.update('second', await measure(100, 4).getMetricsAsJSON())
    assert.deepEqual(await read(), [111, 7])
    sums.end('first')
    assert.deepEqual(await read(), [111, 4])
    sums.update('third', await measure(1000, 5).getMetricsAsJSON())
    sums.update('third', await measure(2000, 6).getMetricsAsJSON())
    sums.end('second')
    sums.end('third')
    sums.end('never heard of')
    assert.deepEqual(await read(), [2111, 0])
  })
})
