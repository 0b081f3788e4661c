/** What a store promises about a dry run. */
import assert from 'node:assert/strict'
import { contentIn } from '../full-world.ts'
import { changes, prepare } from './every-change.ts'
import { type Promises, refusedWith } from './world.ts'

/** A result as text, without what differs from one attempt to the next: secrets and their prefixes. */
function comparable(result: unknown): string {
  return (
    JSON.stringify(result, (name, value: unknown) => (name === 'secret' || name === 'prefix' ? '' : value)) ??
    ''
  )
}

export const dryRunPromises: Promises = {
  'a call resolves to what it would have done, and changes nothing': async (world) => {
    const { store, open } = world
    await prepare(store)
    const told: unknown[] = []
    const dry = await open({ dryRun: true, onAudit: (entry) => told.push(entry) })
    for (const [name, { before: prepareFor, run }] of Object.entries(changes)) {
      await prepareFor?.(world)
      const before = await contentIn(store)
      const tried = await run(dry)
      assert.deepEqual(await contentIn(store), before, name)
      assert.equal(comparable(await run(store)), comparable(tried), name)
    }
    assert.deepEqual(told, [])
  },
  'a call that would be refused is refused': async ({ store, open }) => {
    await prepare(store)
    const dry = await open({ dryRun: true })
    await refusedWith('conflict', /already/, dry.addUser('ada'))
    await refusedWith('not-found', /no user named "eve"/, dry.removeUser('eve'))
  },
}
