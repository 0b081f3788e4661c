/** A backup is whole, consistent and private, and a restore brings it back while others read. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { migrate, openStore, restore, type Store } from '../src/index.ts'
import { collect } from './collect.ts'
import { operate } from './processes/run-process.ts'
import { addPlants, importText, namesSeen, refusedWith, refusalOf, sessionOf } from './promises/world.ts'
import { executeRaw } from './raw-sqlite.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

let database: string
let file: string
let store: Store
let secret: string

beforeEach(async () => {
  database = temporaryDatabase()
  file = temporaryPath('backup.db')
  store = await openStore({ database })
  await store.addUser('ada')
  await addPlants(store, 'Rose:flower', 'Oak')
  await store.grant({ user: 'ada' }, { all: true })
  secret = (await store.createToken('ada', 'test')).secret
})
afterEach(() => store.close())

describe('a backup', () => {
  it('is one file that only its owner may read, and a database by itself', async () => {
    await store.backup(file)
    assert.deepEqual(readdirSync(dirname(file)), ['backup.db'])
    assert.equal((statSync(file).mode & 0o777).toString(8), '600')
    const copy = await openStore({ database: file, readOnly: true })
    assert.deepEqual(await collect(copy.verify()), [])
    assert.deepEqual(await namesSeen(copy, secret), ['Rose', 'Oak'])
    await copy.close()
  })

  it('does not take the place of a file', async () => {
    writeFileSync(file, 'precious')
    await refusedWith('conflict', /There is a file .*backup\.db already/, store.backup(file))
    assert.equal(readFileSync(file, 'utf8'), 'precious')
  })

  it('says so where it cannot be written, and leaves nothing behind', async () => {
    await refusedWith(
      'unreadable',
      /no such folder/,
      store.backup(join(dirname(file), 'nowhere', 'backup.db')),
    )
    await refusedWith('unreadable', /not a folder/, store.backup(join(database, 'backup.db')))
    assert.deepEqual(readdirSync(dirname(file)), [])
  })

  it('is refused where the database is not sound', async () => {
    executeRaw(database, 'delete from plant_access where plant_id = 1')
    await refusedWith('damaged', /is damaged: plant 1 of user 1 is granted, but missing/, store.backup(file))
    assert.deepEqual(readdirSync(dirname(file)), [])
  })
})

describe('a restore', () => {
  it('brings back what the backup holds, in every store that is open, at the next call', async () => {
    await store.backup(file)
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
  })

  it('gives every user a revision that was never there before, though nothing else changed', async () => {
    const before = await sessionOf(store, secret)
    await store.backup(file)
    await restore({ database, from: file })
    const once = await sessionOf(store, secret)
    await restore({ database, from: file })
    const twice = await sessionOf(store, secret)
    const revisions = [before, once, twice].map(({ revision }) => revision)
    assert.equal(new Set(revisions).size, 3)
  })

  it('never gives an id out again that was given out since the backup, or before it', async () => {
    await store.removePlants({ name: 'Oak' })
    await store.backup(file)
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
  })

  it('leaves the reader in another process its answers, first the old ones and then the new', async () => {
    await store.backup(file)
    await store.revoke({ user: 'ada' }, { all: true })
    const [before] = await operate(database, ['plantsSeen', secret])
    assert.deepEqual(before, [])
    await restore({ database, from: file })
    const [afterwards] = await operate(database, ['plantsSeen', secret])
    assert.deepEqual(afterwards, [{ name: 'Rose', tag: 'flower' }, { name: 'Oak' }])
  })

  it('ends the session of a reader in the middle of a list', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => JSON.stringify({ name: `old ${index}` }))
    await importText(store, 'importPlants', many.join('\n'))
    await store.grant({ user: 'ada' }, { all: true })
    await store.backup(file)
    await importText(store, 'importPlants', '{"name":"last"}')
    const session = await sessionOf(store, secret)
    const first = await session.firstPage(1000)
    await restore({ database, from: file })
    await assert.rejects(session.nextPage(first, 1000), { name: 'SessionEndedError', reason: 'list changed' })
  })

  it('makes the database where there is none', async () => {
    await store.backup(file)
    const fresh = temporaryPath()
    await restore({ database: fresh, from: file })
    const copy = await openStore({ database: fresh })
    assert.deepEqual(await namesSeen(copy, secret), ['Rose', 'Oak'])
    await copy.close()
  })

  it('is refused for anything but a sound backup of this version, and changes nothing', async () => {
    const before = await sessionOf(store, secret)
    await refusedWith('missing', /no database at .*backup\.db/, restore({ database, from: file }))
    writeFileSync(file, 'x'.repeat(5000))
    await refusedWith('unreadable', /is not a database/, restore({ database, from: file }))
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
  })

  it('is refused over a database of another program', async () => {
    await store.backup(file)
    const foreign = temporaryPath()
    executeRaw(foreign, 'create table t (x)')
    await refusedWith('foreign', /another program/, restore({ database: foreign, from: file }))
  })
})
