/** Requests before they are sent: the seed alone decides them. */
import assert from 'node:assert/strict'
import { it, test } from 'node:test'
import { randomOf } from '../../plant-store/stages/random.ts'
import { subjectAt } from '../broken-server.ts'
import { everyPair } from '../../plant-store/stages/successions.ts'
import { runnerAt } from './trial.ts'

/** What a checker with this seed sends. */
function drawn(seed: number): Readonly<Record<string, string>> {
  const url = 'http://127.0.0.1:8080'
  const { runner } = runnerAt(url, subjectAt(url, { seed }))
  return {
    sessions: JSON.stringify(randomOf(runner, 20)),
    'later sessions': JSON.stringify(randomOf(runner, 20, 500)),
  }
}

it('what is sent depends on the seed, and on nothing else', () => {
  const [one, again, other] = [drawn(5), drawn(5), drawn(6)]
  assert.deepEqual(one, again)
  for (const [name, text] of Object.entries(one)) assert.notEqual(text, other[name], name)
  assert.equal(new Set(Object.values(one)).size, 2)
})

test('a succession has every kind after every other, and after itself, once', () => {
  assert.deepEqual(everyPair(0), [])
  for (const n of [1, 2, 5, 12]) {
    const sequence = everyPair(n)
    const pairs = sequence.slice(1).map((one, index) => `${sequence[index]} ${one}`)
    assert.deepEqual([pairs.length, new Set(pairs).size], [n * n, n * n])
  }
})
