/** What a store promises about the names of users, groups and tokens. */
import assert from 'node:assert/strict'
import { invisible } from './refusals.ts'
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
  'an invisible name, or one that changes the direction of writing, is refused in a file, too': async ({
    store,
  }) => {
    const lines = invisible.flatMap((name) => [{ name }, { name: 'eve', groups: [name] }])
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    assert.equal((await importText(store, 'importUsers', text)).problems, lines.length)
    assert.equal((await Array.fromAsync(store.users())).length, 0)
  },
  'words of any script, with the joiners that they need, are valid names': async ({ store }) => {
    for (const name of ['نورا', 'می\u200Cخواهم', '👩\u200D🌾', 'Ngọc Ánh', '春子', 'O’Neill']) {
      assert.equal((await store.addUser(name)).name, name)
    }
  },
  'an invisible key is refused; a name or tag of a plant is kept as it is': async ({ store }) => {
    const names = [composed, decomposed, '\u202Eesor', '\u3000']
    const plants = names.map((name) => JSON.stringify({ name, tag: decomposed }))
    await importText(store, 'importPlants', plants.join('\n'))
    const listed = await Array.fromAsync(store.plants({ all: true }))
    assert.deepEqual(
      listed.map(({ name, tag }) => [name, tag]),
      names.map((name) => [name, decomposed]),
    )
    for (const key of [' ', '\u202Ek1']) {
      const outcome = await importText(store, 'importPlants', JSON.stringify({ name: 'Rose', key }))
      assert.equal(outcome.problems, 1)
    }
  },
}
