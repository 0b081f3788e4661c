/**
 * Every faulty server of the catalogue is caught: by what caught it the last time, or else by the whole judge. No
 * correct one is accused over its part of the requests that show faults. `.ci/run` tests whether the judges still find
 * by themselves what is recorded here.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { mutants } from '../catalogue.ts'
import { openKillerPool } from '../run/killer-pool.ts'

const pool = openKillerPool()
const others: string[] = []

/** Those that take time come first, so that the end of the run doesn't wait for one. */
const inOrder = mutants.toSorted((one, other) => waits(other) - waits(one))

function waits({ breaks, class: kind }: (typeof mutants)[number]): number {
  return breaks ? Number(kind === 'time and state') : 2
}

describe('every server comes out as it should', { concurrency: mutants.length }, () => {
  for (const { id, fault, breaks } of inOrder) {
    it(`${id}: ${fault}`, async () => {
      if (!breaks) {
        assert.equal(await pool.askCorrect(id), undefined)
        return
      }
      const caught = await pool.ask(id)
      assert.ok(caught !== undefined, 'the judge finds nothing wrong with it')
      if (caught === 'by the whole judge') others.push(id)
    })
  }
})

after(async (t) => {
  await pool[Symbol.asyncDispose]()
  const faulty = mutants.filter(({ breaks }) => breaks).length
  const told =
    others.length === 0 ? '' : `; ${others.length} by other means than the last time: ${others.join(', ')}`
  t.diagnostic(`${faulty} faulty and ${mutants.length - faulty} correct servers${told}`)
})
