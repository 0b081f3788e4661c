/** No correct server of the catalogue is accused over what shows faults best. `.ci/run` lets all judges ask everything. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { greet } from '../../src/court/greet.ts'
import { firstLook } from '../../src/sessions/first-stages.ts'
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
      const finding = await hearAlone(mutant, async (runner) => {
        const { subject, court } = runner
        // As a check does: while a service starts it may say so.
        await greet(subject, court.signal)
        await firstLook.run(runner)
        const own = requests.filter((_, place) => place % share === index % share)
        await runner.askApart(own.map((request) => ({ request: expandRequest(request, subject) })))
      })
      assert.equal(finding && `${finding.rule}: ${finding.came}\n${finding.curl}`, undefined)
    })
  }
})

after((t) => t.diagnostic(`${correct.length} correct servers, asked briefly`))
