/** Each version's world is made once. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { currentVersion } from '../src/versions/version.ts'
import { findWorld } from '../src/world/find-world.ts'

const size = { engine: 'sqlite', plants: 100, users: 4, plantsPerUser: 5 } as const

test('a world is made once, remade on request, and kept apart from that of another version', async () => {
  await using directory = await temporaryDirectory()
  const version = await currentVersion()
  const options = { directory: directory.path, rebuild: false, onProgress: () => {} }
  const first = await findWorld({ name: 'current', version }, size, options)
  assert.deepEqual([first.kept, first.tokens.length], [false, 4])
  const again = await findWorld({ name: 'current', version }, size, options)
  assert.deepEqual([again.kept, again.tokens], [true, first.tokens])
  const anew = await findWorld({ name: 'current', version }, size, { ...options, rebuild: true })
  assert.equal(anew.databases.forOwner, first.databases.forOwner)
  assert.notEqual(anew.everything, first.everything)
  const before = await findWorld({ name: 'before', version }, size, options)
  assert.notEqual(before.databases.forOwner, first.databases.forOwner)
  assert.equal(readdirSync(directory.path).length, 2)
})
