/** Every server of the catalogue that has a fault is caught: by what caught it the last time, or else by all laws. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { GaveUp } from '../../src/sessions/gave-up.ts'
import { lawsJudge } from '../../src/sessions/judge.ts'
import { mutants } from '../../src/mutants/catalogue.ts'
import { readKillers } from '../../src/mutants/killer.ts'
import type { Mutant } from '../../src/mutants/mutant.ts'
import { hearAlone, tryKiller } from '../../src/mutants/try-killer.ts'

const faulty = mutants.filter(({ breaks }) => breaks)
const killers = await readKillers()
const others: string[] = []

/** Many wait for answers that never come, and a server is busy for some milliseconds only. */
describe('every faulty server is caught', { concurrency: 16 }, () => {
  for (const mutant of faulty) {
    it(`${mutant.id}: ${mutant.fault}`, async () => {
      if (await isKilled(mutant)) return
      others.push(mutant.id)
      const finding = await hearAlone(mutant, (runner) => lawsJudge().judge(runner.subject, runner.court))
      assert.ok(finding !== undefined, 'no law finds anything wrong with it')
    })
  }
})

after((t) => {
  const told =
    others.length === 0 ? '' : `; ${others.length} by other laws than the last time: ${others.join(', ')}`
  t.diagnostic(`${faulty.length} faulty servers${told}`)
})

async function isKilled(mutant: Mutant): Promise<boolean> {
  const killer = killers[mutant.id]
  try {
    return killer !== undefined && (await tryKiller(mutant, killer)) !== undefined
  } catch (error) {
    // One law by itself does not say what it means that a service stops answering.
    if (error instanceof GaveUp) return false
    throw error
  }
}
