/** A field of the request that changes the list stands in Vary, under a rule of its own. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withField } from '../../mutants/server/ask.ts'
import type { Change } from '../../mutants/mutant.ts'
import { hearRunner } from './hear.ts'
import type { RecordingCourt } from './recording-court.ts'

/** Who names a language gets another type, and hears in Vary of these fields. */
const byLanguage =
  (vary: string): Change =>
  ({ finish }) => ({
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      return ask?.request.headers['accept-language'] === undefined
        ? finished
        : withField(withField(finished, 'Content-Type', 'application/json; charset=utf-8'), 'Vary', vary)
    },
  })

const hear = (change: Change): Promise<RecordingCourt> =>
  hearRunner(change, (runner) => {
    const token = runner.callers[0]?.mark
    const fields = [['Accept-Language', 'de']] as const
    return runner.askApart([
      { request: runner.write('GET', '/plants', { token }) },
      { request: runner.write('GET', '/plants', { token, fields }) },
    ])
  })

describe('Vary', () => {
  it('without the field that changes the list breaks that rule alone', async () => {
    const court = await hear(byLanguage('Authorization'))
    assert.deepEqual([...new Set(court.findings.map(({ rule }) => rule))], ['vary-names-fields'])
    assert.match(court.findings[0]?.due ?? '', /accept-language/)
  })

  it('with it, or where no field changes the list, keeps it', async () => {
    for (const change of [byLanguage('Authorization, Accept-Language'), () => ({})]) {
      const court = await hear(change)
      assert.equal(court.tell(), '')
      assert.ok(court.keptRules.has('vary-names-fields'))
    }
  })
})
