/** The catalogue is as it says; and its correct servers differ from the reference. That the others do is seen when they are caught. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { mutantById, mutants } from '../../src/mutants/catalogue.ts'
import { variants } from '../../src/mutants/catalogue/variants.ts'
import type { Variant } from '../../src/mutants/mutant.ts'
import { startMutant } from '../../src/mutants/start-mutant.ts'
import { fixedWorld } from '../../src/mutants/world.ts'
import { demonstrate, type Observation } from './demonstrate.ts'

const breaking = mutants.filter(({ breaks }) => breaks)
const classes = [...new Set(mutants.map((mutant) => mutant.class))]

/** Those that differ in time, in blanks that every reader takes away, or for pipelined requests alone. */
const alike = new Set(['slow-answers', 'slow-seldom', 'blanks-behind-values', 'given-one-at-a-time'])

describe('the catalogue', () => {
  it('has the size that is promised', (t) => {
    t.diagnostic(`${breaking.length} mutants, ${variants.length} variants`)
    assert.ok(breaking.length >= 140, `${breaking.length} mutants`)
    assert.ok(variants.length >= 24, `${variants.length} variants`)
  })

  it('has ten classes of faults, each with a dozen mutants or more', () => {
    const counts = classes.map((kind) => mutants.filter((mutant) => mutant.class === kind).length)
    assert.equal(classes.length, 11)
    assert.ok(Math.min(...counts) >= 12, counts.join())
  })

  it('has a name for each, and a sentence', () => {
    const ids = mutants.map(({ id }) => id)
    const sentences = mutants.map((mutant) => `${mutant.class}: ${mutant.fault}`)
    assert.deepEqual(ids, [...new Set(ids)])
    assert.deepEqual(sentences, [...new Set(sentences)])
    assert.ok(mutants.every(({ fault }) => /^\S+ .*\.$/.test(fault)))
  })

  it('finds a mutant by its name, and says when there is none', () => {
    assert.equal(mutantById('everything').class, 'access')
    assert.throws(() => mutantById('nothing of this name'), RangeError)
  })
})

describe('an explicit request shows what is different about each correct server', { concurrency: 8 }, () => {
  for (const mutant of variants.filter((other) => isVisible(other))) {
    it(`${mutant.id}: ${mutant.fault}`, async () => {
      const [due, came] = await Promise.all([observe({ ...mutant, change: () => ({}) }), observe(mutant)])
      assert.ok(!isDeepStrictEqual(came, due), `answers as the reference does: ${JSON.stringify(due)}`)
    })
  }
})

/** Whether it differs in the answers to requests in turn: not those that serve another world either. */
function isVisible({ world, id }: Variant): boolean {
  return world === fixedWorld && !alike.has(id)
}

async function observe(mutant: Variant): Promise<readonly Observation[]> {
  const running = await startMutant(mutant)
  try {
    return await demonstrate(running.url, mutant.demonstration, mutant.world)
  } finally {
    await running.close()
  }
}
