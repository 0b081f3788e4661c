/** The catalogue is sound. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { mutantById, mutants } from '../catalogue.ts'
import { startMutant } from '../server/start.ts'
import { fixedWorld } from '../server/world.ts'

describe('the catalogue', () => {
  it('has a name and a sentence for each server', (t) => {
    const ids = mutants.map(({ id }) => id)
    const sentences = mutants.map((mutant) => `${mutant.class}: ${mutant.fault}`)
    t.diagnostic(`${mutants.filter(({ breaks }) => breaks).length} of ${mutants.length} break the contract`)
    assert.deepEqual(ids, [...new Set(ids)])
    assert.deepEqual(sentences, [...new Set(sentences)])
    assert.ok(mutants.every(({ fault }) => /^\S+ .*\.$/.test(fault)))
  })

  it('has eleven classes, each with a dozen servers or more', () => {
    const counts = [...Map.groupBy(mutants, (mutant) => mutant.class).values()].map(({ length }) => length)
    assert.equal(counts.length, 11)
    assert.ok(Math.min(...counts) >= 12, counts.join())
  })

  it('has every server of its files, which export no other tables', async () => {
    const directory = new URL('../catalogue/', import.meta.url)
    const ids = new Set(mutants.map(({ id }) => id))
    for (const file of await readdir(directory)) {
      const exported: Readonly<Record<string, object>> = await import(new URL(file, directory).href)
      for (const [name, table] of Object.entries(exported)) {
        if (typeof table === 'function') continue
        assert.match(name, /^(?:completed|given)$/, file)
        for (const title of Object.keys(table))
          assert.ok(ids.has(title.split(':')[0] ?? ''), `${file}: ${title}`)
      }
    }
  })

  it('finds a mutant by its name, and says when there is none of that name', () => {
    assert.equal(mutantById('everything').class, 'access')
    assert.throws(() => mutantById('nothing of this name'), RangeError)
    assert.throws(() => mutantById('charset+nothing of this name'), /"nothing of this name"/)
  })

  it('makes one server of several, with the change of each', async () => {
    await using running = await startMutant(mutantById('charset+indented+vary-more'))
    const [caller] = fixedWorld.callers
    const headers = { Authorization: `Bearer ${caller?.token}` }
    const response = await fetch(`${running.url}/plants`, { headers })
    assert.match(await response.text(), /^\[\n/)
    assert.match(response.headers.get('content-type') ?? '', /charset/)
    assert.notEqual(response.headers.get('vary'), 'Authorization')
  })

  it('is imported by nothing that users run', async () => {
    const sources = new URL('../../src/', import.meta.url)
    for (const name of await readdir(sources, { recursive: true })) {
      if (!name.endsWith('.ts')) continue
      assert.doesNotMatch(await readFile(new URL(name, sources), 'utf8'), /from '[^']*\/mutants\//, name)
    }
  })
})
