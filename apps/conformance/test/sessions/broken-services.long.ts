/** Each stage, alone, finds the service that breaks what it is for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stages } from '../../src/sessions/stages.ts'
import { brokenBetween } from './broken/between.ts'
import { hiddenlyBroken } from './broken/hidden.ts'
import { plainlyBroken } from './broken/plain.ts'
import { hearStage } from './hear.ts'

describe('a stage', () => {
  const brokenServices = [...plainlyBroken, ...hiddenlyBroken, ...brokenBetween]

  it('is here for every stage of the judge', () => {
    // Pieces are tried in a file of their own: they take a server that sees them.
    const tried = new Set([...brokenServices.map(({ stage }) => stage), 'requests in pieces'])
    assert.deepEqual(
      stages.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    )
  })

  for (const { stage, fault, rule, change } of brokenServices) {
    it(`${stage}: finds ${fault}`, async () => {
      const court = await hearStage(stage, change, rule)
      assert.ok(
        court.findings.some((finding) => finding.rule === rule),
        court.tell(),
      )
      assert.deepEqual(
        court.findings.filter(({ curl }) => curl === ''),
        [],
      )
    })
  }
})
