/** The laws before servers of every kind: a sample of the catalogue. `pnpm conformance mutants` tries them all. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutants } from '../../src/mutants/catalogue.ts'
import { runMutants } from '../../src/mutants/run.ts'

const classes = [...new Set(mutants.filter(({ breaks }) => breaks).map((mutant) => mutant.class))]
const firstOfEach = classes.flatMap((kind) => mutants.find((mutant) => mutant.class === kind)?.id ?? [])
const outcome = await runMutants({
  mutants: [...firstOfEach, 'small-names', 'close-third', 'given-order'],
  judge: 'laws',
})

describe('the laws', () => {
  it('catch the first mutant of each class', () => {
    assert.deepEqual(outcome.survivors, [])
  })

  it('accuse none of the correct servers', () => {
    assert.deepEqual(outcome.accused, [])
    assert.deepEqual(outcome.unjudged, [])
  })
})
