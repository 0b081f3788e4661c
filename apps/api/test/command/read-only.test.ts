/** In a directory that may not be written to, and with paths that lead nowhere. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryDirectory } from '@plant-store/testkit'
import { oneProcess } from './command-process.ts'
import { makePlace, type Place } from './place.ts'

const noMounts =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
  'this system does not let its users mount'

/** Goes on as what it is given, for which alone the directory is read-only. */
const inReadOnly = 'mount --bind . . && mount -o remount,bind,ro . && cd . && exec "$@"'
const makeReadOnlyPlace = (): Promise<Place> =>
  makePlace({ runInTurn: oneProcess('unshare', '-rm', 'sh', '-c', inReadOnly, 'sh') })

describe('in a read-only directory', { skip: noMounts, concurrency: 3 }, () => {
  it('every command that reads works', async () => {
    await using place = await makeReadOnlyPlace()
    await using elsewhere = await temporaryDirectory()
    // In a process of its own: there the directory is as it was.
    assert.equal((await place.runWith({}, 'tokens', 'create', 'Mei', '--name', 'laptop')).code, 0)
    for (const line of [
      'users list',
      'groups list',
      'plants list --tag Acer',
      'grants list --user Mei',
      'tokens list',
      'groups show herbarium',
      'audit',
      'verify',
      'migrate --dry-run',
      'config',
      `backup ${elsewhere.path}/copy.db`,
    ]) {
      const { code, stderr } = await place.run(...line.split(' '))
      assert.equal(code, 0, `${line}: ${stderr}`)
    }
  })

  it('every command that writes says what to do', async () => {
    await using place = await makeReadOnlyPlace()
    for (const line of [
      'users add Lena',
      'verify --repair',
      'tokens create Mei --name x',
      'migrate --database new.db',
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
