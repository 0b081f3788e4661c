/** What a store promises about a section of a list. */
import assert from 'node:assert/strict'
import type { ListRange, Store } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { addPlants, importText, type Promises } from './world.ts'

type List = (store: Store, range?: ListRange) => AsyncIterable<{ readonly id: number }>

const lists: Readonly<Record<string, List>> = {
  users: (store, range) => store.users(range),
  groups: (store, range) => store.groups(range),
  plants: (store, range) => store.plants({ all: true }, range),
  tokens: (store, range) => store.tokens(range),
  audit: (store, range) => store.audit(range),
}

/** Page after page, each after the last item of the previous one. */
async function collectPages(
  read: (after: number) => AsyncIterable<{ readonly id: number }>,
): Promise<readonly unknown[]> {
  const items: { readonly id: number }[] = []
  for (;;) {
    const page = await collect(read(items.at(-1)?.id ?? 0))
    if (page.length === 0) return items
    items.push(...page)
  }
}

export const listPromises: Promises = {
  'a section of a list begins after an id and has at most the given number of items': async ({ store }) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await store.addUser(name)
      await store.addGroup(name)
      await addPlants(store, name)
      await store.createToken(name, name)
    }
    for (const [name, list] of Object.entries(lists)) {
      const all = await collect(list(store))
      assert.ok(all.length >= 5, name)
      for (const limit of [1, 2, 5, 1000, undefined]) {
        const pages = await collectPages((after) => list(store, { after, limit }))
        assert.deepEqual(pages, all, `${name} ${limit}`)
      }
    }
  },
  'a section may be longer than a batch, and may end within one': async ({ store }) => {
    await importText(store, 'importPlants', '{"name":"Rose"}\n'.repeat(2500))
    for (const limit of [999, 1000, 1001, 2000, 2400, 2600]) {
      const ids = (await collect(store.plants({ all: true }, { after: 10, limit }))).map(({ id }) => id)
      const due = Math.min(limit, 2490)
      assert.deepEqual([ids.length, ids[0], ids.at(-1)], [due, 11, 10 + due])
    }
  },
}
