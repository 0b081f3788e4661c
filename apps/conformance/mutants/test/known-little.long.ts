/**
 * Correct servers, several in one, before a harness that knows little about them. Only this finds an accusation that
 * rests on what a world file says.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutants } from '../catalogue.ts'
import { isSurprise, runMutants } from '../run/run.ts'

/** In these a token that the harness does not know is the beginning of another, or what anybody would try. */
const guessable = new Set(['strange-tokens', 'tokens-of-one-character'])

for (const [telling, first] of [
  ['token', 0],
  ['nothing', 1],
] as const) {
  test(`correct servers are not accused where the harness knows ${telling === 'token' ? 'one token' : telling}`, async () => {
    const patterns = mutants
      .filter(({ breaks, id }) => !breaks && !guessable.has(id))
      .filter((_, index) => index % 8 === first)
      .map(({ id }) => id)
    assert.ok(patterns.length >= 14)
    const { rows } = await runMutants({
      patterns,
      telling,
      checker: 'sessions',
      together: 12,
      jobs: 3,
    })
    const surprises = rows.filter((row) => isSurprise(row)).map(({ id, summary }) => `${id}: ${summary}`)
    assert.deepEqual([surprises, rows.length], [[], patterns.length])
  })
}
