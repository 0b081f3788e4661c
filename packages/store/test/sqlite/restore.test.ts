/** A restore brings back a backup while others read, and keeps what it replaces. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe } from 'node:test'
import { backup, describeBackup, migrate, openStore, restore } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { operate } from './processes/run-process.ts'
import { addPlants, importText, namesSeen, refusedWith, refusalOf, sessionOf } from '../promises/world.ts'
import { itWithStore } from './it-with-store.ts'
import { executeRaw } from './raw-sqlite.ts'
import { plainDatabase, temporaryPath } from './temporary.ts'

describe('a restore', () => {
  itWithStore(
    'brings back the content of the backup, in every open store, at the next call',
    async ({ database, store, secret, file }) => {
      await backup({ database, to: file })
      await store.removePlants({ name: 'Rose' })
      await store.addUser('bob')
      const { secret: since } = await store.createToken('ada', 'since')
      assert.deepEqual(await namesSeen(store, since), ['Oak'])
      await restore({ database, from: file })
      assert.deepEqual(await namesSeen(store, secret), ['Rose', 'Oak'])
      assert.equal(await refusalOf(store, since), 'unknown')
      assert.deepEqual(
        (await collect(store.users())).map(({ name }) => name),
        ['ada'],
      )
      assert.deepEqual(await collect(store.verify()), [])
    },
  )

  itWithStore(
    'gives every user a revision that did not exist before, although nothing else changed',
    async ({ database, store, secret, file }) => {
      const before = await sessionOf(store, secret)
      await backup({ database, to: file })
      await restore({ database, from: file })
      const once = await sessionOf(store, secret)
      await restore({ database, from: file })
      const twice = await sessionOf(store, secret)
      const revisions = [before, once, twice].map(({ revision }) => revision)
      assert.equal(new Set(revisions).size, 3)
    },
  )

  itWithStore(
    'never assigns an id again that was assigned before or since the backup',
    async ({ database, store, file }) => {
      await store.removePlants({ name: 'Oak' })
      await backup({ database, to: file })
      await addPlants(store, 'Fern', 'Elm')
      await restore({ database, from: file })
      await addPlants(store, 'Moss')
      assert.deepEqual(
        (await collect(store.plants({ all: true }))).map(({ id }) => id),
        [1, 5],
      )
      const elsewhere = temporaryPath()
      await restore({ database: elsewhere, from: file })
      const other = await openStore({ database: elsewhere })
      await addPlants(other, 'Moss')
      assert.deepEqual(
        (await collect(other.plants({ all: true }))).map(({ id }) => id),
        [1, 3],
      )
      await other.close()
    },
  )

  itWithStore(
    'lets a reader in another process continue, first with the old answers and then the new',
    async ({ database, store, secret, file }) => {
      await backup({ database, to: file })
      await store.revoke({ user: 'ada' }, { all: true })
      const [before] = await operate(database, ['plantsSeen', secret])
      assert.deepEqual(before, [])
      await restore({ database, from: file })
      const [afterwards] = await operate(database, ['plantsSeen', secret])
      assert.deepEqual(afterwards, [{ name: 'Rose', tag: 'flower' }, { name: 'Oak' }])
    },
  )

  itWithStore(
    'ends the session of a reader in the middle of a list',
    async ({ database, store, secret, file }) => {
      const many = Array.from({ length: 3000 }, (_, index) => JSON.stringify({ name: `old ${index}` }))
      await importText(store, 'importPlants', many.join('\n'))
      await store.grant({ user: 'ada' }, { all: true })
      await backup({ database, to: file })
      await importText(store, 'importPlants', '{"name":"last"}')
      const session = await sessionOf(store, secret)
      const first = await session.firstPage(1000)
      await restore({ database, from: file })
      await assert.rejects(session.nextPage(first, 1000), {
        name: 'SessionEndedError',
        reason: 'list changed',
      })
    },
  )

  itWithStore('creates a missing database', async ({ database, secret, file }) => {
    await backup({ database, to: file })
    const fresh = temporaryPath()
    await restore({ database: fresh, from: file })
    const copy = await openStore({ database: fresh })
    assert.deepEqual(await namesSeen(copy, secret), ['Rose', 'Oak'])
    await copy.close()
  })

  itWithStore(
    'is refused for anything but a sound backup of this version, and changes nothing',
    async ({ database, store, secret, file }) => {
      const before = await sessionOf(store, secret)
      await refusedWith('missing', /There is no backup file .*backup\.db/, restore({ database, from: file }))
      writeFileSync(file, 'x'.repeat(5000))
      await refusedWith('unreadable', /is not a backup/, restore({ database, from: file }))
      const foreign = temporaryPath()
      executeRaw(foreign, 'create table t (x)')
      await refusedWith('foreign', /another program/, restore({ database, from: foreign }))
      const wrong = temporaryPath()
      await migrate({ database: wrong })
      executeRaw(wrong, "insert into plant_access values (1, 1, 'x', null)")
      await refusedWith('damaged', /not granted/, restore({ database, from: wrong }))
      executeRaw(wrong, "delete from plant_access; insert into migration values (9000, '9000-later', 'x', 0)")
      await refusedWith('newer', /newer version/, restore({ database, from: wrong }))
      assert.equal((await sessionOf(store, secret)).revision, before.revision)
      assert.deepEqual(filesBeside(database), ['plants.db', 'plants.db-shm', 'plants.db-wal'])
    },
  )

  itWithStore(
    'of an empty, truncated or damaged backup is refused as such',
    async ({ database, store, file }) => {
      await backup({ database, to: file })
      const whole = readFileSync(file)
      const attempts = [() => restore({ database, from: file }), () => describeBackup(file)]
      for (const attempt of attempts) {
        writeFileSync(file, '')
        await refusedWith('damaged', /The backup .*backup\.db is empty/, attempt())
        for (const length of [2, 50, 100, 4096, whole.length - 1]) {
          writeFileSync(file, whole.subarray(0, length))
          await refusedWith('damaged', /The backup .*backup\.db is truncated/, attempt())
        }
      }
      writeFileSync(file, whole.fill(0xff, 100, 200))
      await refusedWith(
        'damaged',
        /The backup .*backup\.db is damaged; use another/,
        restore({ database, from: file }),
      )
      await refusedWith('unreadable', /is not a file/, restore({ database, from: dirname(file) }))
      assert.equal((await collect(store.users())).length, 1)
    },
  )

  itWithStore(
    'keeps a backup of what it replaces beside the database',
    async ({ database, store, secret, file }) => {
      await backup({ database, to: file })
      await store.removePlants({ name: 'Rose' })
      const { keptAs = '' } = await restore({ database, from: file })
      assert.match(keptAs, /plants\.db\.replaced-\d{4}-\d\d-\d\dT[\d.-]+Z$/)
      assert.equal((await describeBackup(keptAs)).plants, 1)
      const again = await restore({ database, from: keptAs })
      assert.deepEqual(await namesSeen(store, secret), ['Oak'])
      assert.equal((await describeBackup(again.keptAs ?? '')).plants, 2)
    },
  )

  itWithStore('replaces nothing of which no copy can be kept', async ({ database, store, file }) => {
    await backup({ database, to: file })
    executeRaw(database, 'delete from plant_access')
    const before = readdirSync(dirname(database))
    await refusedWith(
      'damaged',
      /missing from the access table.*no copy of it can be kept.*move it away/,
      restore({ database, from: file }),
    )
    assert.deepEqual(readdirSync(dirname(database)), before)
    assert.equal((await collect(store.users())).length, 1)
  })

  itWithStore(
    'from a plain file takes a copy of it, and leaves that file unchanged',
    async ({ database, store }) => {
      const older = plainDatabase()
      const before = readFileSync(older)
      const { version, plants, madeAt } = await describeBackup(older)
      assert.deepEqual([version, plants, madeAt], [1, 1, undefined])
      await restore({ database, from: older })
      assert.deepEqual(
        (await collect(store.plants({ all: true }))).map(({ name }) => name),
        ['Fern'],
      )
      assert.deepEqual(await collect(store.verify()), [])
      const fresh = temporaryPath()
      assert.deepEqual(await restore({ database: fresh, from: older }), { keptAs: undefined })
      assert.deepEqual(readdirSync(dirname(fresh)), ['plants.db'])
      assert.ok(readFileSync(older).equals(before))
      assert.deepEqual(readdirSync(dirname(older)), ['older.db'])
    },
  )

  itWithStore('is refused over a database of another program', async ({ database, file }) => {
    await backup({ database, to: file })
    const foreign = temporaryPath()
    executeRaw(foreign, 'create table t (x)')
    await refusedWith('foreign', /another program/, restore({ database: foreign, from: file }))
  })
})

const filesBeside = (path: string): string[] => readdirSync(dirname(path)).toSorted()
