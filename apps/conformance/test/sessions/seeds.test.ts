/** Equal runs with equal seeds: whatever is drawn by lot is drawn the same again, and otherwise with another seed. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { operations } from '@plant-store/contracts/schemas'
import { noiseOf, randomOf } from '../../src/sessions/random.ts'
import { subjectAt } from '../broken-server.ts'
import { runnerAt } from './runner-at.ts'

/** What a judge with this seed sends. */
function drawn(seed: number): Readonly<Record<string, string>> {
  const url = 'http://127.0.0.1:8080'
  const { runner } = runnerAt(url, subjectAt(url, { seed }))
  const place = { runner, operation: operations.listPlants }
  return {
    sessions: JSON.stringify(randomOf(place, 20)),
    noise: JSON.stringify(noiseOf(20, seed)),
  }
}

it('what is sent depends on the seed, and on nothing else', () => {
  const [one, again, other] = [drawn(5), drawn(5), drawn(6)]
  assert.deepEqual(one, again)
  for (const [name, text] of Object.entries(one)) assert.notEqual(text, other[name], name)
})
