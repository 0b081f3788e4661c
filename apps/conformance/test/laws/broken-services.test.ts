/** Each law, alone, finds the service that breaks it, and nothing wrong with one that keeps the contract. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { earlyStages } from '../../src/laws/early-stages.ts'
import { lateStages } from '../../src/laws/late-stages.ts'
import type { Law } from '../../src/laws/law.ts'
import { createDrift } from '../../src/laws/subjects/drift.ts'
import { hiddenlyBroken } from './broken/hidden.ts'
import { plainlyBroken } from './broken/plain.ts'
import { hearLaw } from './hear.ts'

const laws: readonly Law[] = [...earlyStages.flat(), ...lateStages.flat(), createDriftLaw()]

/** Drift takes two looks. */
function createDriftLaw(): Law {
  const { before, after } = createDrift()
  return {
    ...after,
    run: async (probe) => {
      await before.run(probe)
      await after.run(probe)
    },
  }
}

describe('a law', () => {
  const brokenServices = [...plainlyBroken, ...hiddenlyBroken]

  it('is here for every law of the judge', () => {
    assert.deepEqual(laws.map(({ name }) => name).toSorted(), brokenServices.map(({ law }) => law).toSorted())
  })

  for (const { law, fault, rule, change } of brokenServices) {
    const found = laws.find(({ name }) => name === law)
    assert.ok(found !== undefined, law)
    it(`${law}: finds ${fault}`, async () => {
      const court = await hearLaw(found, change)
      assert.ok(
        court.findings.some((finding) => finding.rule === rule),
        court.tell(),
      )
      assert.deepEqual(
        court.findings.filter(({ curl }) => curl === ''),
        [],
      )
    })

    it(`${law}: finds nothing wrong with a service that keeps the contract`, async () => {
      assert.equal((await hearLaw(found, () => ({}))).tell(), '')
    })
  }
})
