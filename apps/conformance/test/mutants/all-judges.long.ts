/** All judges together before correct servers: every tenth of the catalogue. `pnpm conformance mutants` tries them all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutants } from '../../src/mutants/catalogue.ts'
import { runMutants } from '../../src/mutants/run.ts'

test('correct servers are accused by none', async () => {
  const variants = mutants.filter(({ breaks }) => !breaks).map(({ id }) => id)
  const chosen = variants.filter((_, index) => index % 10 === 0)
  assert.ok(chosen.length > 5)
  const outcome = await runMutants({ mutants: chosen })
  assert.deepEqual([outcome.accused, outcome.unjudged, outcome.results.length], [[], [], chosen.length])
})
