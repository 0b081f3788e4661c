/** `plant-store demo` where it may not write, and beside settings that are not its own. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { makePlace } from './place.ts'

const noMounts =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
  'this system does not let its users mount'

describe('plant-store demo', { concurrency: 2 }, () => {
  it('in a read-only directory says so', { skip: noMounts }, async () => {
    await using place = await makePlace({ world: false })
    const readOnly = 'mount --bind . . && mount -o remount,bind,ro . && cd .'
    const { code, stderr } = await place.shell(
      `exec unshare -rm sh -c '${readOnly} && cd "$PWD" && plant-store demo'`,
    )
    assert.equal(code, 6, stderr)
    assert.equal(stderr, ".plant-store can't be opened: the file system is read-only.\n")
  })

  it('does not look at settings of other databases, which it has no use for', async () => {
    await using place = await makePlace({ world: false })
    const env = {
      DATABASE_URL: 'mysql://db.example/shop',
      PLANT_STORE_REPLICAS: 'postgres://db.example/plants',
      PLANT_STORE_DATABASE_TIMEOUT_MS: 'never',
    }
    const ended = await place.runWith({ env, interruptAt: ['Stop with Ctrl-C', 'SIGINT'] }, 'demo')
    assert.equal(ended.code, 0, ended.stderr)
    assert.match(ended.stdout, /^Data: \.plant-store\/plant-store\.db/m)
  })
})
