/** What a store promises about a dry run. */
import assert from 'node:assert/strict'
import type { Store } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { changes, prepare } from './every-change.ts'
import { type Promises, refusedWith } from './world.ts'

/** Everything that a store can show. */
async function everything(store: Store): Promise<unknown> {
  return [
    await collect(store.users()),
    await collect(store.groups()),
    await collect(store.plants({ all: true })),
    await collect(store.grants()),
    await collect(store.tokens()),
    await collect(store.audit()),
    await collect(store.verify()),
  ]
}

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
      const before = await everything(store)
      const tried = await run(dry)
      assert.deepEqual(await everything(store), before, name)
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
