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
  'every change of what a user sees creates a revision that did not exist before': async (world) => {
    const { store } = world
    await store.addUser('ada')
    await store.addGroup('garden')
    await addPlants(store, 'Rose:flower', 'Oak:tree')
    await importText(store, 'importPlants', '{"name":"Elm","key":"k1"}')
    await revises(
      world,
      () => store.grant({ user: 'ada' }, { all: true }),
      () => store.revoke({ user: 'ada' }, { name: 'Rose' }),
      () => store.grant({ user: 'ada' }, { name: 'Rose' }),
      () => importText(store, 'importPlants', '{"name":"Wych elm","key":"k1"}'),
      () => store.removePlants({ name: 'Oak' }),
      () => store.revoke({ user: 'ada' }, { all: true }),
      () => importText(store, 'importGrants', '{"user":"ada","name":"Rose"}'),
    )
  },
  'so does every change through a group': async (world) => {
    const { store } = world
    await store.addUser('ada')
    await store.addGroup('garden')
    await store.addGroup('forest')
    await addPlants(store, 'Rose:flower', 'Oak:tree')
    await importText(store, 'importPlants', '{"name":"Elm","key":"k1"}')
    await store.grant({ group: 'garden' }, { key: 'k1' })
    await revises(
      world,
      () => store.addMember('garden', 'ada'),
      () => store.grant({ group: 'garden' }, { name: 'Rose' }),
      () => importText(store, 'importPlants', '{"name":"Wych elm","key":"k1"}'),
      () => store.removePlants({ key: 'k1' }),
      () => store.revoke({ group: 'garden' }, { all: true }),
      () => importText(store, 'importGrants', '{"group":"garden","all":true}'),
      () => store.removeMember('garden', 'ada'),
      () => importText(store, 'importUsers', '{"name":"ada","groups":["garden"]}'),
      () => store.removeGroup('garden'),
    )
  },
  'so does every change through a standing grant': async (world) => {
    const { store } = world
    await store.addUser('ada')
    await store.addGroup('garden')
    await addPlants(store, 'Rose:flower', 'Oak:tree')
    await revises(
      world,
      () => store.grantStanding({ user: 'ada' }, { tag: 'flower' }),
      () => importText(store, 'importPlants', '{"name":"Elm","tag":"flower","key":"k1"}'),
      () => importText(store, 'importPlants', '{"name":"Elm","tag":"tree","key":"k1"}'),
      () => store.removePlants({ name: 'Rose' }),
      () => importText(store, 'importPlants', '{"name":"Rose","tag":"flower"}'),
      () => store.revokeStanding({ user: 'ada' }, { tag: 'flower' }),
      () =>
        importText(store, 'importGrants', '{"group":"garden","all":true,"standing":true}').then(() =>
          store.addMember('garden', 'ada'),
        ),
      () => importText(store, 'importPlants', '{"name":"Fern"}'),
      () => store.removeGroup('garden'),
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
