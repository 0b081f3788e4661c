/** The catalogue is sound, and so are the groups in which correct servers are tried. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { mutantById, mutants } from '../catalogue.ts'
import { foreignServers } from '../foreign/catalogue.ts'
import { planTrials } from '../run/plan.ts'
import { reference } from '../server/reference.ts'
import { fixedWorld } from '../server/world.ts'

describe('the catalogue', () => {
  it('has a name and a sentence for each server', () => {
    const ids = mutants.map(({ id }) => id)
    const sentences = mutants.map(({ breaks, fault }) => `${String(breaks)}: ${fault}`)
    assert.deepEqual(ids, [...new Set(ids)])
    assert.deepEqual(sentences, [...new Set(sentences)])
    assert.ok(mutants.every(({ fault }) => /^\S+ .*\.$/.test(fault)))
  })

  it('combines correct servers that replace different steps, at most one of them with its own world', () => {
    const trials = planTrials({ onlyClass: 'variant', together: 4 })
    const groups = trials.map(({ mutant }) => mutant.split('+').map((id) => mutantById(id)))
    const correct = mutants.filter(({ breaks }) => !breaks)
    assert.deepEqual(new Set(groups.flat()), new Set(correct))
    assert.ok(groups.length < correct.length / 3, String(groups.length))
    for (const members of groups) {
      const steps = members.flatMap(({ change }) =>
        Object.keys(change(reference)).filter((step) => step !== 'pause' && step !== 'finish'),
      )
      assert.deepEqual(steps, [...new Set(steps)])
      assert.ok(members.slice(1).every(({ world }) => world === fixedWorld))
      assert.equal(new Set(members.map(({ only }) => only)).size, 1)
    }
  })

  it('has at least twenty faults and ten oddities for each foreign contract, besides the correct service, which is tried twice', () => {
    const ids = foreignServers.map(({ id }) => id)
    assert.deepEqual(ids, [...new Set(ids)])
    for (const own of Map.groupBy(foreignServers, ({ service }) => service.name).values()) {
      const faults = own.filter(({ breaks }) => breaks)
      assert.ok(faults.length >= 20 && own.length - faults.length >= 12, own[0]?.id)
    }
  })

  it('is imported by nothing that users run', async () => {
    const sources = new URL('../../src/', import.meta.url)
    for (const name of await readdir(sources, { recursive: true })) {
      if (!name.endsWith('.ts')) continue
      assert.doesNotMatch(await readFile(new URL(name, sources), 'utf8'), /from '[^']*\/mutants\//, name)
    }
  })
})
