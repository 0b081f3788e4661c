/**
 * A small part of the catalogue before the judges themselves, who know nothing of what caught a server the last time. `.ci/run`
 * goes on with the rest by `pnpm mutants`, as long as its time lasts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutants } from '../catalogue.ts'
import { runMutants, type Surprise } from '../run/run.ts'

/** One of so many, by name. */
const oneOf = (share: number, breaks: boolean): readonly string[] =>
  mutants
    .filter((mutant) => mutant.breaks === breaks)
    .filter((_, index) => index % share === 0)
    .map(({ id }) => id)

const namesOf = (surprises: readonly Surprise[]): readonly string[] =>
  surprises.map(({ mutant }) => mutant.id)

test('correct servers are accused by none', async () => {
  const patterns = oneOf(40, false)
  assert.ok(patterns.length > 5)
  const { accused, unjudged, results } = await runMutants({ patterns })
  assert.deepEqual([namesOf(accused), namesOf(unjudged), results.length], [[], [], patterns.length])
})

/** Here a token that the harness was not told is the beginning of another one, or what anybody would try. */
const guessable = new Set(['strange-tokens', 'tokens-of-one-character'])

for (const telling of ['token', 'nothing'] as const) {
  test(`correct servers are not accused where the harness is told ${telling === 'token' ? 'one token' : telling}`, async () => {
    const patterns = oneOf(24, false).filter((id) => !guessable.has(id))
    const { accused, unjudged, results } = await runMutants({ patterns, telling, judge: 'sessions', jobs: 3 })
    assert.deepEqual([namesOf(accused), namesOf(unjudged), results.length], [[], [], patterns.length])
  })
}

test('sessions find what is wrong with faulty servers', async () => {
  const patterns = oneOf(20, true)
  assert.ok(patterns.length > 50)
  const { survivors, results } = await runMutants({ patterns, judge: 'sessions', jobs: 3 })
  assert.deepEqual([namesOf(survivors), results.length], [[], patterns.length])
})

test('faulty servers are caught, whoever else has something to say of them', async () => {
  const patterns = oneOf(200, true)
  assert.ok(patterns.length > 4)
  const { survivors, results } = await runMutants({ patterns, full: true })
  assert.deepEqual([namesOf(survivors), results.length], [[], patterns.length])
})
