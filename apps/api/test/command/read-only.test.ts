/** In a directory that may not be written to, and with paths that lead nowhere. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makePlace } from './place.ts'

const noMounts =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
  'this system does not let its users mount'

/** The directory, read-only for this line of shell alone. */
const readOnly = 'mount --bind . . && mount -o remount,bind,ro . && cd .'

describe('in a read-only directory', { skip: noMounts, concurrency: 3 }, () => {
  it('every command that reads works', async () => {
    await using place = await makePlace()
    await place.run('tokens', 'create', 'Mei', '--name', 'laptop')
    const lines = [
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
      'backup /tmp/"$$".db && rm /tmp/"$$".db',
    ]
    for (const line of lines) {
      const { code, stderr } = await place.shell(
        `exec unshare -rm sh -c '${readOnly} && cd "$PWD" && plant-store ${line}'`,
      )
      assert.equal(code, 0, `${line}: ${stderr}`)
    }
  })

  it('every command that writes says what to do', async () => {
    await using place = await makePlace()
    for (const line of [
      'users add Lena',
      'verify --repair',
      'tokens create Mei --name x',
      'migrate --database new.db',
    ]) {
      const { code, stderr } = await place.shell(
        `exec unshare -rm sh -c '${readOnly} && cd "$PWD" && plant-store ${line}'`,
      )
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
