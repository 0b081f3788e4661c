/** All judges, each to its end, before a few of the catalogue. `pnpm mutants` tries all of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutants } from '../catalogue.ts'
import { runMutants } from '../run/run.ts'

/** Every so manieth, by name. */
const some = (breaks: boolean, share: number): readonly string[] =>
  mutants
    .filter((mutant) => mutant.breaks === breaks)
    .filter((_, index) => index % share === 0)
    .map(({ id }) => id)

test('correct servers are accused by none', async () => {
  const chosen = some(false, 40)
  assert.ok(chosen.length > 2)
  const outcome = await runMutants({ patterns: chosen })
  assert.deepEqual([outcome.accused, outcome.unjudged, outcome.results.length], [[], [], chosen.length])
})

test('faulty servers are caught, whoever else has something to say of them', async () => {
  const chosen = some(true, 200)
  assert.ok(chosen.length > 4)
  const outcome = await runMutants({ patterns: chosen, full: true })
  assert.deepEqual([outcome.survivors, outcome.results.length], [[], chosen.length])
})
