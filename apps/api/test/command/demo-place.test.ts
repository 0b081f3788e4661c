/** `plant-store demo` in a read-only directory, and with settings it does not use. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePlace } from './place.ts'
import { makeReadOnlyPlace, noReadOnly } from './read-only-place.ts'

describe('plant-store demo', { concurrency: 2 }, () => {
  it('says so in a read-only directory', { skip: noReadOnly }, async () => {
    await using place = await makeReadOnlyPlace({ world: false })
    const { code, stderr } = await place.run('demo')
    assert.equal(code, 6, stderr)
    assert.equal(stderr, ".plant-store can't be opened: the file system is read-only.\n")
  })

  it('ignores the settings of other databases', async () => {
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
