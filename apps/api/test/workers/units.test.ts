/** What keeps workers at their number and makes one log and one page of many, each by itself. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Counter, Gauge, Registry } from 'prom-client'
import { Restarts } from '../../src/service/workers/restarts.ts'
import { sumMetrics } from '../../src/service/workers/sum-metrics.ts'
import { wholeLines } from '../../src/service/workers/whole-lines.ts'

describe('lines of a pipe', () => {
  const text = '{"name":"Tomás"}\n\n{"name":"梅"}\n'

  test('are handed on whole, wherever they are cut', () => {
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

  test('that have no end are dropped', () => {
    const got: string[] = []
    wholeLines((lines) => got.push(lines))(Buffer.from('{"whole":1}\n{"cut":'))
    assert.deepEqual(got, ['{"whole":1}\n'])
  })
})

describe('restarts', () => {
  test('wait not at all, then longer and longer up to a bound, and begin anew after one that lasted', () => {
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

  test('are given up after five that ended at once', () => {
    const restarts = new Restarts()
    for (let ended = 0; ended < 4; ended += 1) restarts.ended(10)
    assert.equal(restarts.isHopeless, false)
    restarts.ended(10)
    assert.equal(restarts.isHopeless, true)
  })
})

describe('measurements of workers that come and go', () => {
  function measure(requests: number, connections: number): Registry {
    const registry = new Registry()
    new Counter({ name: 'requests_total', help: 'r', registers: [registry] }).inc(requests)
    new Gauge({ name: 'connections', help: 'c', registers: [registry] }).set(connections)
    return registry
  }

  test('count what those counted that are gone, and no gauge of theirs', async () => {
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
