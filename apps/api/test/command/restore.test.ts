/** `plant-store restore`: says what it replaces with what, and keeps a copy. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseLines } from './run-here.ts'
import { makePlace } from './place.ts'

describe('plant-store restore', { concurrency: 3 }, () => {
  it('says what the backup holds and what is there now, before it does anything', async () => {
    await using place = await makePlace()
    await place.run('tokens', 'create', 'Mei', '--name', 'laptop')
    await place.run('backup', 'copy.db')
    await place.run('users', 'add', 'Lena')
    await place.run('plants', 'remove', '--plant', '1', '--yes')
    const { code, stderr } = await place.run('restore', 'copy.db')
    assert.equal(code, 2)
    assert.match(
      stderr,
      /copy\.db was made \d{4}-\d\d-\d\d \d\d:\d\d UTC and holds 625 plants, 5 users and 1 active token\./,
    )
    assert.match(stderr, /plant-store\.db holds 624 plants, 6 users and 1 active token now\./)
    assert.match(stderr, /Give --yes/)
    assert.match((await place.run('users', 'list')).stdout, /Lena/)
  })

  it('asks again if what would be replaced, or the backup, has changed meanwhile', async () => {
    await using place = await makePlace()
    const backup = join(place.path, 'copy.db')
    await place.run('backup', backup)
    let asked = 0
    const meddle = async (): Promise<string> => {
      asked += 1
      if (asked === 1) await place.run('users', 'add', 'Lena')
      if (asked === 2) {
        await rm(backup)
        await place.run('backup', backup)
      }
      return 'yes'
    }
    const { code, stdout, stderr } = await place.runAtTerminal(meddle, 'restore', backup)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /5 users.*5 users.*meanwhile.*5 users.*6 users.*meanwhile.*6 users.*6 users.*/s)
    assert.match(stdout, /6 users/)
  })

  it('keeps the replaced content in a file, says where, and can restore that file in turn', async () => {
    await using place = await makePlace()
    await place.run('backup', 'copy.db')
    await place.run('users', 'add', 'Lena')
    const restored = await place.run('restore', 'copy.db', '--yes')
    assert.equal(restored.code, 0, restored.stderr)
    assert.doesNotMatch((await place.run('users', 'list')).stdout, /Lena/)
    const [, keptAs = ''] = /before is in (.+)\.\n/.exec(restored.stdout) ?? []
    const again = await place.run('restore', keptAs, '--yes', '--json')
    assert.equal(again.code, 0, again.stderr)
    assert.partialDeepStrictEqual(parseLines(again.stdout), [
      { from: keptAs, backup: { users: 6 }, replaced: { users: 5, plants: 625, activeTokens: 0 } },
    ])
    assert.match((await place.run('users', 'list')).stdout, /Lena/)
  })
})
