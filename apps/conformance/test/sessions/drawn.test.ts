/** Requests before they are sent: which values meet, what each pair becomes, and that the seed alone decides them. */
import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { describe, it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { valuesOf } from '@plant-store/raw-http'
import { noiseOf, randomOf } from '../../src/sessions/random.ts'
import { subjectAt } from '../broken-server.ts'
import { runnerAt } from './runner-at.ts'
import type { SentRequest } from '../../src/exchange.ts'
import { dimensionsOf, type Values, wanted } from '../../src/sessions/dimensions.ts'
import { coveringArray, wrongBesideRight } from '../../src/sessions/cover.ts'
import { sortedValues } from '../../src/sessions/sorted-values.ts'
import { parts } from '../../src/sessions/value-stages.ts'
import { everyRun } from '../../src/sessions/successions.ts'

/** What a judge with this seed sends. */
function drawn(seed: number): Readonly<Record<string, string>> {
  const url = 'http://127.0.0.1:8080'
  const { runner } = runnerAt(url, subjectAt(url, { seed }))
  const place = { runner, operation: operations.listPlants }
  return {
    sessions: JSON.stringify(randomOf(place, 20)),
    'later sessions': JSON.stringify(randomOf(place, 20, 500)),
    noise: JSON.stringify(noiseOf(20, seed)),
  }
}

it('what is sent depends on the seed, and on nothing else', () => {
  const [one, again, other] = [drawn(5), drawn(5), drawn(6)]
  assert.deepEqual(one, again)
  for (const [name, text] of Object.entries(one)) assert.notEqual(text, other[name], name)
  assert.equal(new Set(Object.values(one)).size, 3)
})

const { runner } = runnerAt('http://127.0.0.1:1', { callers: [{ token: 'ana-ana-ana' }] })
const place = { runner, operation: operations.listPlants }
const dimensions = dimensionsOf(place)

it('a random request has at most one wrong value: two would hide each other', () => {
  const { sorted, toWanted } = sortedValues(place)
  const faultsOf = (request: SentRequest): number => runner.oracle.analyse(request).faults.length
  const single = sorted.flatMap(({ dimension, wrong }) =>
    wrong.map((value) => faultsOf(toWanted(new Map([[dimension, value]])).request)),
  )
  const requests = randomOf(place, 300).flatMap((session) =>
    session.flatMap((step) => ('ask' in step ? [step.ask.request] : [])),
  )
  const most = Math.max(...requests.map((request) => faultsOf(request)))
  assert.equal(most, Math.max(...single))
})

it('content comes in chunks if and only if the request says so, whatever else it says', () => {
  const [tokens, contents] = ['misplaced token', 'content'].map((wantedName) =>
    dimensions.find(({ name }) => name === wantedName),
  )
  assert.ok(tokens !== undefined && contents !== undefined)
  const requestOf = (values: Values): SentRequest => wanted(place, dimensions, values).request
  const chunked = tokens.values.filter(
    (value) => valuesOf(requestOf(new Map([[tokens, value]])), 'transfer-encoding').length > 0,
  )
  assert.ok(chunked.length > 0)
  for (const token of chunked) {
    for (const content of contents.values) {
      const request = requestOf(
        new Map([
          [tokens, token],
          [contents, content],
        ]),
      )
      const codings = valuesOf(request, 'transfer-encoding')
      assert.ok(codings.length <= 1, JSON.stringify(request))
      if (codings.length === 1) assert.match(request.body ?? '', /(?:^|\r\n)0+(?:;.*)?\r\n(?:.+\r\n)*\r\n$/)
    }
  }
})

describe('the values of an operation', () => {
  const { dimensions: own, sorted, toWanted } = sortedValues(place)

  it('are sorted once in a check, and the request with one of them is made once', () => {
    const dimension = own.find(({ name }) => name === 'path') ?? assert.fail()
    const one = new Map([[dimension, dimension.values[1] ?? assert.fail()]])
    assert.equal(sortedValues(place).sorted, sorted)
    assert.equal(toWanted(new Map(one)).request, toWanted(one).request)
  })

  it('include every right one beside the most important wrong ones, however few stand beside the others', () => {
    const all = wrongBesideRight(sorted, { first: 1, each: 0, share: 1 }, 1)
    for (const { dimension, wrong } of sorted) {
      const others = sorted.filter((one) => one.dimension !== dimension)
      const longest = Math.max(...others.map(({ right }) => right.length))
      const { besideAll = 0 } = dimension
      const made = wrong.map((value) => all.filter((values) => values.get(dimension) === value))
      for (const [index, some] of made.entries()) {
        if (index >= besideAll) {
          assert.equal(some.length, index === 0 ? 1 : 0, dimension.name)
          continue
        }
        assert.ok(some.length >= longest, dimension.name)
        for (const { dimension: other, right } of others) {
          const met = new Set(some.map((values) => values.get(other) ?? right[0]))
          assert.equal(met.size, right.length, `${dimension.name} ${index} beside ${other.name}`)
        }
      }
    }
    const isWide = sorted.flatMap(({ dimension: { name, besideAll } }) =>
      besideAll === undefined ? [] : [name],
    )
    assert.deepEqual(isWide, ['method', 'credential', 'path'])
  })

  it('include every optional field without a token, and with nothing else that could hide what it does', async (t) => {
    const asked: SentRequest[] = []
    const record: typeof runner.askEach = (all, toAsk) => {
      asked.push(...all.map((values) => toAsk(values).request))
      return Promise.resolve()
    }
    t.mock.method(runner, 'askEach', record)
    await parts.run(runner)
    const bare = asked.filter((request) => valuesOf(request, 'authorization').length === 0)
    for (const name of ['X-Middleware-Subrequest', 'X-Forwarded-User', 'X-Debug']) {
      assert.ok(
        bare.some((request) => request.target === '/plants' && valuesOf(request, name).length > 0),
        name,
      )
    }
  })
})

describe('a covering array', () => {
  it('has every pair of numbers in every two columns, and no number too large for its column', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(sizes, (columns) => {
        const rows = coveringArray(columns)
        for (const [one, size] of columns.entries()) {
          for (const [other, otherSize] of columns.entries()) {
            if (one === other) continue
            const pairs = new Set(rows.map((row) => `${row[one]} ${row[other]}`))
            assert.equal(pairs.size, size * otherSize)
          }
          assert.ok(rows.every((row) => (row[one] ?? size) < size))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is not much longer than its two longest columns need', () => {
    assert.equal(coveringArray([20, 20, 3, 2]).length, 23 * 23)
  })
})

describe('a succession', () => {
  it('has every kind after every other, and after itself', () => {
    for (const n of [1, 2, 5, 12]) {
      const sequence = everyRun(n, 2)
      const pairs = new Set(sequence.slice(1).map((one, index) => `${sequence[index]} ${one}`))
      assert.equal(pairs.size, n * n)
    }
  })

  it('has every three kinds in a row, once', () => {
    for (const n of [1, 2, 4, 9]) {
      const sequence = everyRun(n, 3)
      const threes = sequence.slice(2).map((one, index) => `${sequence[index]} ${sequence[index + 1]} ${one}`)
      assert.equal(new Set(threes).size, n ** 3)
      assert.equal(threes.length, n ** 3)
    }
  })

  it('of no kinds has an end', () => {
    assert.ok(everyRun(0, 3).length < 3)
  })
})
