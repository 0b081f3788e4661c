/** A full disk is reported as full; nothing is changed, and the store works again when there is room. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { backup, migrate, openStore, restore, type Store } from '../../src/index.ts'
import { importText, plantsOf, refusedWith } from '../promises/world.ts'
import { manyPlants, runLimited } from './run-program.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

/** Checks that what does not fit is refused, and that the old content is still there and can be changed. */
async function fillUp(store: Store): Promise<void> {
  await store.addUser('ada')
  await importText(store, 'importPlants', '{"name":"Rose"}')
  await refusedWith(
    'full',
    /no room left to write to .*Nothing was changed/,
    importText(store, 'importPlants', manyPlants),
  )
  assert.equal((await Array.fromAsync(store.plants({ all: true }))).length, 1)
  assert.deepEqual(await Array.fromAsync(store.verify()), [])
  await store.grant({ user: 'ada' }, { all: true })
  assert.equal((await plantsOf(store, 'ada')).length, 1)
}

/** Mounts a file system of a few megabytes, if this process is allowed to. */
function mountSmallDisk(directory: string): boolean {
  try {
    mkdirSync(directory)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The error of a process that may not write a file of more than a megabyte. */
function writeLimited(...values: readonly string[]): unknown {
  return JSON.parse(runLimited(2048, 'write', ...values).stdout)
}

const unwritable = (file: string): string =>
  `${file} could not be written: the disk fails, or a quota or limit of file sizes is reached. Nothing was changed.`

describe('a full disk', () => {
  it('is reported if files may not grow, as under a quota, and nothing is left behind', async () => {
    const database = temporaryDatabase()
    assert.deepEqual(writeLimited(database), { code: 'full', message: unwritable(database) })
    const store = await openStore({ database })
    assert.deepEqual(await Array.fromAsync(store.plants({ all: true })), [])
    await importText(store, 'importPlants', manyPlants)
    assert.deepEqual(await Array.fromAsync(store.verify()), [])
    await store.close()

    const copy = temporaryPath('backup.db')
    assert.deepEqual(writeLimited(database, copy), { code: 'full', message: unwritable(copy) })
    assert.deepEqual(readdirSync(dirname(copy)), [])
  })

  it('is reported if the file system is full: import, backup, restore, migrate', async (test) => {
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
    await refusedWith(
      'full',
      /no room left to write to .*disk.elsewhere\.db\./,
      restore({ database: elsewhere, from: copy }),
    )
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
