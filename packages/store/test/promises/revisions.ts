/** What a store promises about revisions, which identify what a user sees at one time. */
import assert from 'node:assert/strict'
import type { Store } from '../../src/index.ts'
import { addPlants, importText, type Promises, type World, sessionOf } from './world.ts'

async function revisionOf(store: Store, secret: string): Promise<string> {
  return (await sessionOf(store, secret)).revision
}

/** Checks that each change gives ada a revision that she never had before. */
async function revises(
  { store, open }: World,
  ...changes: readonly (() => Promise<unknown>)[]
): Promise<void> {
  const other = await open()
  const { secret } = await store.createToken('ada', 'test')
  const seen = new Set([await revisionOf(store, secret)])
  for (const change of changes) {
    await change()
    const revision = await revisionOf(store, secret)
    assert.ok(!seen.has(revision), `${change.toString()} left ${revision}`)
    assert.equal(await revisionOf(other, secret), revision)
    seen.add(revision)
  }
}

export const revisionPromises: Promises = {
  'every change of what a user sees creates a revision that did not exist before, whatever the grant': async (
    world,
  ) => {
    const { store } = world
    const all = { all: true } as const
    const load = (kind: 'Plants' | 'Users' | 'Grants', line: string) => () =>
      importText(store, `import${kind}`, line)
    await store.addUser('ada')
    for (const group of ['garden', 'forest']) await store.addGroup(group)
    await addPlants(store, 'Rose:flower', 'Oak:tree', 'Fern')
    await store.grant({ group: 'garden' }, { name: 'Oak' })
    await revises(
      world,
      () => store.grant({ user: 'ada' }, all),
      () => store.revoke({ user: 'ada' }, { name: 'Rose' }),
      load('Grants', '{"user":"ada","name":"Rose"}'),
      () => store.removePlants({ name: 'Rose' }),
      () => store.revoke({ user: 'ada' }, all),
      () => store.addMember('garden', 'ada'),
      load('Grants', '{"group":"garden","all":true,"standing":true}'),
      load('Plants', '{"name":"Elm","tag":"tree","key":"k1"}'),
      load('Plants', '{"name":"Wych elm","tag":"tree","key":"k1"}'),
      () => store.removePlants({ key: 'k1' }),
      () => store.revokeStanding({ group: 'garden' }, all),
      () => store.removeMember('garden', 'ada'),
      load('Users', '{"name":"ada","groups":["garden"]}'),
      () => store.removeGroup('garden'),
      () => store.grantStanding({ user: 'ada' }, { tag: ['tree', 'flower'] }),
      load('Plants', '{"name":"Yew","tag":"flower","key":"k2"}'),
      load('Plants', '{"name":"Yew","tag":"shrub","key":"k2"}'),
      () => store.revokeStanding({ user: 'ada' }, { tag: 'tree' }),
      () => store.grantStanding({ group: 'forest' }, all).then(() => store.addMember('forest', 'ada')),
      () =>
        store
          .revoke({ group: 'forest' }, all)
          .then(() => store.grant({ user: 'ada' }, all))
          .then(() => store.removePlants(all)),
    )
  },
  'a grant or revocation that changes no list leaves the revision of users who see the plants otherwise':
    async ({ store }) => {
      await importText(store, 'importUsers', '{"name":"ada","groups":["garden","forest"]}')
      const { secret } = await store.createToken('ada', 'test')
      await addPlants(store, 'Rose:flower', 'Oak:tree')
      await store.grant({ group: 'garden' }, { all: true })
      const before = await revisionOf(store, secret)
      await store.grant({ user: 'ada' }, { all: true })
      await store.grantStanding({ group: 'forest' }, { tag: 'tree' })
      await store.removeMember('garden', 'ada')
      await store.addMember('garden', 'ada')
      await store.revoke({ user: 'ada' }, { all: true })
      await store.revokeStanding({ group: 'forest' }, { tag: 'tree' })
      await importText(store, 'importPlants', '{"name":"Fern"}')
      await store.removeGroup('forest')
      assert.equal(await revisionOf(store, secret), before)
    },
  'a change that shows a user nothing new leaves the revision as it is': async ({ store }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'test')
    await addPlants(store, 'Rose', 'Oak')
    await store.grant({ user: 'ada' }, { name: 'Rose' })
    const before = await revisionOf(store, secret)
    await store.grant({ user: 'ada' }, { name: 'Rose' })
    await store.addUser('bob')
    await store.grant({ user: 'bob' }, { all: true })
    await store.removePlants({ name: 'Oak' })
    await importText(store, 'importPlants', '{"name":"Fern"}')
    assert.equal(await revisionOf(store, secret), before)
  },
}
