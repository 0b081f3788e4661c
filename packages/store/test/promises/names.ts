/** What a store promises about the names of users, groups and tokens. */
import assert from 'node:assert/strict'
import { addPlants, importText, namesSeen, plantsOf, type Promises, refusedWith } from './world.ts'

/** Two ways to write the same name: `ë` as one character, and as `e` with a combining mark. */
const composed = 'Zo\u00EB'
const decomposed = 'Zoe\u0308'

export const namePromises: Promises = {
  'a name is the same name in whatever Unicode form it is written': async ({ store }) => {
    assert.equal((await store.addUser(decomposed)).name, composed)
    await store.addGroup(decomposed)
    await addPlants(store, 'Rose:flower', 'Oak')
    for (const name of [composed, decomposed]) {
      await refusedWith('conflict', /already/, store.addUser(name))
      await refusedWith('conflict', /already/, store.addGroup(name))
    }
    await store.addMember(composed, decomposed)
    await store.grant({ group: composed }, { name: 'Rose' })
    await store.grant({ user: composed }, { name: 'Oak' })
    const { secret, token } = await store.createToken(composed, decomposed)
    assert.deepEqual([token.user, token.name], [composed, composed])
    assert.deepEqual(await namesSeen(store, secret), ['Rose', 'Oak'])
    assert.equal((await Array.fromAsync(store.tokens({ user: decomposed }))).length, 1)
    assert.equal((await Array.fromAsync(store.grants({ group: decomposed }))).length, 1)
    await store.removeGroup(decomposed)
    await store.removeUser(decomposed)
    assert.deepEqual([await Array.fromAsync(store.users()), await Array.fromAsync(store.groups())], [[], []])
  },
  'the same applies to names in files': async ({ store }) => {
    await addPlants(store, 'Rose')
    const text = [composed, decomposed].map((name) => JSON.stringify({ name, groups: [decomposed] }))
    const outcome = await importText(store, 'importUsers', text.join('\n'))
    assert.deepEqual([outcome.added, outcome.unchanged], [1, 1])
    const users = await Array.fromAsync(store.users())
    assert.deepEqual(
      users.map(({ name, groups }) => ({ name, groups })),
      [{ name: composed, groups: [composed] }],
    )
    await importText(store, 'importGrants', JSON.stringify({ group: decomposed, all: true }))
    assert.equal((await plantsOf(store, composed)).length, 1)
  },
  'the name and the tag of a plant are kept as they are': async ({ store }) => {
    const names = [composed, decomposed, '\u202Eesor', '\u3000']
    await addPlants(store, ...names.map((name) => `${name}:${decomposed}`))
    assert.deepEqual(
      (await Array.fromAsync(store.plants({ all: true }))).map(({ name, tag }) => [name, tag]),
      names.map((name) => [name, decomposed]),
    )
  },
}
