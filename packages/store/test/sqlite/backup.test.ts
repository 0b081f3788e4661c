/** What a restore takes for a backup; where a backup is written: nothing is replaced there, and nothing left behind. */
import assert from 'node:assert/strict'
import process from 'node:process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { backup, describeBackup, migrate, restore } from '../../src/index.ts'
import { refusedWith, sessionOf } from '../promises/world.ts'
import { openWorld } from '../full-world.ts'
import { executeRaw, plainDatabase, temporaryPath } from './temporary.ts'
import { execFileSync } from 'node:child_process'
import { programArguments } from './run-program.ts'

describe('a restore', () => {
  it('is refused for anything but a sound backup of this version, and changes nothing', async (t) => {
    const { database, store, secret, file } = await openWorld(t)
    const before = await sessionOf(store, secret)
    await refusedWith('missing', /There is no backup file .*backup\.db/, restore({ database, from: file }))
    writeFileSync(file, 'x'.repeat(5000))
    await refusedWith('unreadable', /is not a database/, restore({ database, from: file }))
    const foreign = temporaryPath()
    executeRaw(foreign, 'create table t (x)')
    await refusedWith('foreign', /another program/, restore({ database, from: foreign }))
    const wrong = temporaryPath()
    await migrate({ database: wrong })
    executeRaw(wrong, "insert into plant_access (user_id, plant_id, name) values (1, 1, 'x')")
    await refusedWith('damaged', /not granted/, restore({ database, from: wrong }))
    executeRaw(wrong, "delete from plant_access; insert into migration values (9000, '9000-later', 'x', 0)")
    await refusedWith('newer', /newer version/, restore({ database, from: wrong }))
    assert.equal((await sessionOf(store, secret)).revision, before.revision)
    assert.deepEqual(filesBeside(database), ['plants.db', 'plants.db-shm', 'plants.db-wal'])
  })

  it('of an empty, cut or damaged backup is refused as such', async (t) => {
    const { database, store, file } = await openWorld(t)
    await backup({ database, to: file })
    const whole = readFileSync(file)
    for (const [length, code, sentence] of [
      [0, 'damaged', /The backup .*backup\.db is empty/],
      [2, 'unreadable', /backup\.db is not a database/],
      [50, 'damaged', /The backup .*backup\.db is damaged; use another/],
      [4096, 'damaged', /The backup .*backup\.db is damaged; use another/],
      [whole.length - 1, 'damaged', /The backup .*backup\.db is damaged/],
    ] as const) {
      writeFileSync(file, whole.subarray(0, length))
      await refusedWith(code, sentence, restore({ database, from: file }))
      await refusedWith(code, sentence, describeBackup(file))
    }
    writeFileSync(file, whole.fill(0xff, 100, 200))
    await refusedWith('damaged', /The backup .*backup\.db is damaged/, restore({ database, from: file }))
    await refusedWith('unreadable', /is not a file/, restore({ database, from: dirname(file) }))
    assert.equal((await Array.fromAsync(store.users())).length, 3)
  })

  it('from a plain file takes a copy of it, and leaves that file unchanged', async (t) => {
    const { database, store } = await openWorld(t)
    const older = plainDatabase()
    const before = readFileSync(older)
    const newest = await migrate({ database })
    const { version, plants, madeAt } = await describeBackup(older)
    assert.deepEqual([version, plants, madeAt], [newest.version, 1, undefined])
    await restore({ database, from: older })
    assert.deepEqual(
      (await Array.fromAsync(store.plants({ all: true }))).map(({ name }) => name),
      ['Fern'],
    )
    assert.deepEqual(await Array.fromAsync(store.verify()), [])
    const fresh = temporaryPath()
    assert.deepEqual(await restore({ database: fresh, from: older }), { keptAs: undefined })
    assert.deepEqual(readdirSync(dirname(fresh)), ['plants.db'])
    assert.ok(readFileSync(older).equals(before))
    assert.deepEqual(readdirSync(dirname(older)), ['older.db'])
  })
})

const filesBeside = (path: string): string[] => readdirSync(dirname(path)).toSorted()

describe('a backup', () => {
  it('says so if it cannot be written, and leaves nothing behind', async (t) => {
    const { database, file } = await openWorld(t)
    await refusedWith(
      'unreadable',
      /no such directory/,
      backup({ database, to: join(dirname(file), 'nowhere', 'backup.db') }),
    )
    await refusedWith('unreadable', /not a directory/, backup({ database, to: join(database, 'backup.db') }))
    assert.deepEqual(readdirSync(dirname(file)), [])
  })
})

describe('a finished file', () => {
  for (const [kind, options] of [
    ['with', []],
    ['without', ['--import', new URL('no-hard-links.ts', import.meta.url).href]],
  ] as const) {
    it(`never replaces one that appeared meanwhile, on a file system ${kind} hard links`, () => {
      const finished = temporaryPath('finished')
      const directory = dirname(finished)
      const publish = (name: string): unknown => {
        writeFileSync(finished, 'new')
        const program = programArguments('publish', finished, join(directory, name))
        return execFileSync(process.execPath, [...options, ...program], { encoding: 'utf8' }).trim()
      }
      writeFileSync(join(directory, 'taken'), 'precious')
      assert.equal(publish('taken'), 'conflict')
      assert.equal(readFileSync(join(directory, 'taken'), 'utf8'), 'precious')
      assert.equal(publish('free'), 'published')
      assert.equal(readFileSync(join(directory, 'free'), 'utf8'), 'new')
    })
  }
})
