/** Worlds are made once, and each version has one of its own. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { currentVersion } from '../src/versions/version.ts'
import { findWorld } from '../src/world/find-world.ts'

const size = { plants: 100, users: 4, plantsPerUser: 5 }

test('a world is made once, made anew when asked, and apart from that of another version', async () => {
  await using directory = await temporaryDirectory()
  const version = await currentVersion()
  const options = { directory: directory.path, rebuild: false, onProgress: () => {} }
  const first = await findWorld({ name: 'current', version }, size, options)
  assert.deepEqual([first.kept, first.tokens.length], [false, 4])
  assert.deepEqual(await findWorld({ name: 'current', version }, size, options), { ...first, kept: true })
  const anew = await findWorld({ name: 'current', version }, size, { ...options, rebuild: true })
  assert.equal(anew.database, first.database)
  assert.notEqual(anew.everything, first.everything)
  const before = await findWorld({ name: 'before', version }, size, options)
  assert.notEqual(before.database, first.database)
  assert.equal(readdirSync(directory.path).length, 2)
})
