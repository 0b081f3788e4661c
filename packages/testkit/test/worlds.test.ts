/** The small world holds what tests look for; lists in it are compared by every test that reads one. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeWorld, smallWorld, temporaryDirectory } from '@plant-store/testkit'

it('the small world has equal names, no tag, all kinds of text, and one user who sees nothing', async () => {
  await using directory = await temporaryDirectory()
  const { ana, ben, cleo } = (await makeWorld(directory.path, smallWorld)).users
  assert.deepEqual([ana.plants.length, ben.plants.length, cleo.plants.length], [16, 5, 0])
  const names = ana.plants.map(({ name }) => name)
  assert.ok(new Set(names).size < names.length)
  assert.ok(ana.plants.some((plant) => !('tag' in plant)))
  for (const kind of [/"/, /\\/, /\p{Cc}/u, /[^\0-\u00FF]/u, /\p{Emoji_Presentation}/u, /\p{M}/u, /</])
    assert.ok(
      ana.plants.some(({ name, tag = '' }) => kind.test(name + tag)),
      String(kind),
    )
})
