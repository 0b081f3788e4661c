/** Commands in a read-only directory, and with paths that lead nowhere. */
import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { storeCommands } from './examples.ts'
import { makePlace } from './place.ts'
import { makeReadOnlyPlace, noMount } from './read-only-place.ts'

describe('in a read-only directory', { skip: noMount, concurrency: 3 }, () => {
  it('every command that reads works', async () => {
    await using place = await makeReadOnlyPlace()
    await using elsewhere = await temporaryDirectory()
    // In a process of its own, for which the directory is writable.
    assert.equal((await place.runWith({}, 'tokens', 'create', 'Mei', '--name', 'laptop')).code, 0)
    const reading = storeCommands.filter(({ lists, reads }) => lists ?? reads)
    const more = [
      ['verify'],
      ['migrate', '--dry-run'],
      ['config'],
      ['backup', join(elsewhere.path, 'copy.db')],
    ]
    for (const argv of [...reading.flatMap(({ lines }) => lines), ...more]) {
      const { code, stderr } = await place.run(...argv)
      assert.equal(code, 0, `${argv.join(' ')}: ${stderr}`)
    }
  })

  it('every command that writes says what to do', async () => {
    await using place = await makeReadOnlyPlace()
    for (const line of [
      'users add Lena',
      'verify --repair',
      'tokens create Mei --name x',
      'migrate --database new.db',
      'demo',
    ]) {
      const { code, stderr } = await place.run(...line.split(' '))
      assert.equal(code, 6, `${line}: ${stderr}`)
      assert.match(stderr, /read-only|written|permission|allowed to/)
      assert.doesNotMatch(stderr, /^\s+at /m)
    }
  })
})

describe('a path with a typo', () => {
  it('makes no directories', async () => {
    await using place = await makePlace()
    await place.run('backup', 'copy.db')
    for (const line of ['migrate', 'users list', 'restore copy.db --yes', 'backup typo/copy.db']) {
      const { code, stderr } = await place.run(...line.split(' '), '--database', 'typo/plant-store.db')
      assert.equal(code, 6, `${line}: ${stderr}`)
      await assert.rejects(access(join(place.path, 'typo')))
    }
  })
})
