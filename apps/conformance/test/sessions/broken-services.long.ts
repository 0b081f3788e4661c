/** Each stage, alone, finds the service that breaks what it is for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stages } from '../../src/sessions/stages.ts'
import { brokenBetween } from './broken/between.ts'
import { hiddenlyBroken } from './broken/hidden.ts'
import { plainlyBroken } from './broken/plain.ts'
import { brokenForThoseWhoAskAgain } from './broken/repeated.ts'
import { hearStage } from './hear.ts'

describe('a stage', () => {
  const brokenServices = [...plainlyBroken, ...hiddenlyBroken, ...brokenBetween, ...brokenForThoseWhoAskAgain]

  it('is here for every stage of the judge', () => {
    // These are tried in files of their own: pieces take a server that sees them, long lists a world that has some.
    const elsewhere = ['requests in pieces', 'long lists']
    const tried = new Set([...brokenServices.map(({ stage }) => stage), ...elsewhere])
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
