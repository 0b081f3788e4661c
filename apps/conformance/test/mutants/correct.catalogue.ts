/** No correct server of the catalogue is accused over what shows faults best. `.ci/run` lets all judges ask everything. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { preflight } from '../../src/court/preflight.ts'
import { firstLook } from '../../src/laws/subjects/first-look.ts'
import { mutants } from '../../src/mutants/catalogue.ts'
import { expandRequest, readKillers } from '../../src/mutants/killer.ts'
import { hearAlone } from '../../src/mutants/try-killer.ts'

const correct = mutants.filter(({ breaks }) => !breaks)

/** The requests that catch faulty servers: each correct one is asked some of them, all together are asked all. */
const killing = Object.values(await readKillers()).flatMap((killer) =>
  'request' in killer ? [killer.request] : [],
)
const requests = [...new Map(killing.map((request) => [JSON.stringify(request), request])).values()]
const share = 8

describe('no correct server is accused', { concurrency: 4 }, () => {
  for (const [index, mutant] of correct.entries()) {
    it(`${mutant.id}: ${mutant.fault}`, async () => {
      const finding = await hearAlone(mutant, async (probe) => {
        const { subject, court } = probe
        // As a check does: while a service starts it may say so.
        await preflight(subject, court.signal)
        await firstLook.run(probe)
        const own = requests.filter((_, place) => place % share === index % share)
        await probe.askAll(own.map((request) => expandRequest(request, subject)))
      })
      assert.equal(finding && `${finding.rule}: ${finding.came}\n${finding.curl}`, undefined)
    })
  }
})

after((t) => t.diagnostic(`${correct.length} correct servers, asked briefly`))
