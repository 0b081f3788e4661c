/** A full disk is said to be full; nothing is changed, and the store works again when there is room. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { backup, migrate, openStore, restore, type Store } from '../../src/index.ts'
import { openSqliteStore } from '../../src/sqlite/sqlite-store.ts'
import { collect } from '../collect.ts'
import { importText, plantsOf, refusedWith } from '../promises/world.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

const manyPlants = Array.from({ length: 30_000 }, (_, index) => `{"name":"plant number ${index}"}`).join('\n')

/** Everything that does not fit is refused; then there is still what there was, and it can be changed. */
async function fillUp(store: Store): Promise<void> {
  await store.addUser('ada')
  await importText(store, 'importPlants', '{"name":"Rose"}')
  await refusedWith(
    'full',
    /no room left to write to .*Nothing was changed/,
    importText(store, 'importPlants', manyPlants),
  )
  assert.equal((await collect(store.plants({ all: true }))).length, 1)
  assert.deepEqual(await collect(store.verify()), [])
  await store.grant({ user: 'ada' }, { all: true })
  assert.equal((await plantsOf(store, 'ada')).length, 1)
}

/** A file system of a few megabytes, if this process may make one. */
function mountSmallDisk(directory: string): boolean {
  try {
    mkdirSync(directory)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a full disk', () => {
  it('is told of where the database may not grow, and nothing is changed', async () => {
    const database = temporaryDatabase()
    const store = openSqliteStore({ database, pageLimit: 60 }, Date.now)
    await fillUp(store)
    await store.close()
  })

  it('is told of where the file system is full: import, backup, restore, migrate', async (test) => {
    const directory = temporaryPath('disk')
    if (!mountSmallDisk(directory)) {
      test.skip('this process may not mount a small file system')
      return
    }
    test.after(() => execFileSync('umount', ['-l', directory]))
    const database = join(directory, 'plants.db')
    await migrate({ database })
    const store = await openStore({ database })
    await fillUp(store)

    const largeDatabase = temporaryDatabase()
    const large = await openStore({ database: largeDatabase })
    await importText(large, 'importPlants', manyPlants)
    const copy = temporaryPath('large.db')
    await backup({ database: largeDatabase, to: copy })
    await refusedWith('full', /no room left to write to .*plants\.db/, restore({ database, from: copy }))
    await refusedWith(
      'full',
      /no room left to write to .*disk.large\.db/,
      backup({ database: largeDatabase, to: join(directory, 'large.db') }),
    )
    const elsewhere = join(directory, 'elsewhere.db')
    await refusedWith('full', /no room left .*elsewhere\.db/, restore({ database: elsewhere, from: copy }))
    assert.deepEqual(readdirSync(directory).toSorted(), ['plants.db', 'plants.db-shm', 'plants.db-wal'])
    await large.close()
    assert.equal((await plantsOf(store, 'ada')).length, 1)

    const filler = join(directory, 'filler')
    assert.throws(() => writeFileSync(filler, Buffer.alloc(4 << 20)), { code: 'ENOSPC' })
    await refusedWith('full', /no room left/, importText(store, 'importPlants', manyPlants))
    await refusedWith('full', /no room left/, migrate({ database: join(directory, 'another.db') }))
    assert.equal((await plantsOf(store, 'ada')).length, 1)
    rmSync(filler)
    await store.addGroup('garden')
    await store.close()
    await migrate({ database: join(directory, 'another.db') })
    assert.deepEqual(readdirSync(directory).toSorted(), ['another.db', 'plants.db'])
  })
})
