/** Which servers are tried, together with which others, and in which order. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantById, mutants } from '../catalogue.ts'
import { choose, type MutantsOptions, planTrials } from '../run/plan.ts'
import { reference } from '../server/reference.ts'
import { fixedWorld } from '../server/world.ts'

describe('the plan of a run', () => {
  it('chooses mutants by patterns of their names, by their class, and by what they break', () => {
    const patterns = ['name-missing', 'reversed', 'slash-behind', 'charset', 'small-names']
    const ids = (options: MutantsOptions): readonly string[] => choose(options).map(({ id }) => id)
    assert.deepEqual(ids({ patterns: ['name-miss*'] }), ['name-missing'])
    assert.deepEqual(ids({ onlyClass: 'meaning of limit', patterns }), ['reversed'])
    assert.deepEqual(ids({ onlyClass: 'variant', patterns }), ['charset', 'small-names'])
    assert.deepEqual(ids({ onlyClass: 'fault', patterns }), ['name-missing', 'reversed', 'slash-behind'])
    assert.deepEqual(ids({ given: true, patterns }), ['name-missing', 'charset', 'small-names'])
    assert.throws(() => choose({ patterns: ['no such mutant'] }), /There is no mutant "no such mutant"/)
  })

  it('combines correct servers that replace different steps, each once, at most one of them with its own world', () => {
    const trials = planTrials({ onlyClass: 'variant', together: 4 })
    const groups = trials.map(({ mutant }) => mutant.split('+').map((id) => mutantById(id)))
    const correct = mutants.filter(({ breaks }) => !breaks).map(({ id }) => id)
    assert.deepEqual(
      groups
        .flat()
        .map(({ id }) => id)
        .toSorted(),
      correct.toSorted(),
    )
    assert.ok(groups.length < correct.length / 3, String(groups.length))
    for (const members of groups) {
      const steps = members.flatMap(({ change }) =>
        Object.keys(change(reference)).filter((step) => step !== 'pause' && step !== 'finish'),
      )
      assert.deepEqual(steps, [...new Set(steps)])
      const [first, ...others] = members.map(({ world }) => world)
      assert.ok(others.every((world) => world === fixedWorld))
      if (others.length > 0) assert.ok(first !== undefined && first.refused.length > 0)
      assert.equal(new Set(members.map(({ only }) => only)).size, 1)
    }
  })
})
