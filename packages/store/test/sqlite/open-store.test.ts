/** A store opens a database of its own kind and version, and otherwise says what it found. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { backup, openStore } from '../../src/index.ts'
import { addPlants, refusedWith } from '../promises/world.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

describe('opening a store', () => {
  it('refuses a file that it may not read', async (test) => {
    const database = temporaryDatabase()
    // Root may read everything: drop that privilege meanwhile.
    const isRoot = process.getuid?.() === 0
    if (isRoot) chmodSync(dirname(database), 0o755)
    chmodSync(database, 0o000)
    if (isRoot) process.seteuid?.(65_534)
    try {
      if (process.getuid === undefined) test.skip('this system has no permissions')
      else await refusedWith('unreadable', /can't be opened/, openStore({ database }))
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })

  it('reads, and changes nothing, if it is opened for reading only', async () => {
    const database = temporaryDatabase()
    const writer = await openStore({ database })
    await addPlants(writer, 'Rose', 'Oak')
    const reader = await openStore({ database, readOnly: true })
    assert.equal((await Array.fromAsync(reader.plants({ all: true }))).length, 2)
    assert.deepEqual(await Array.fromAsync(reader.verify()), [])
    await refusedWith('unreadable', /can't be written to/, reader.addUser('ada'))
    await writer.close()
    await reader.close()
  })

  it('opens a database with an awkward name', async () => {
    const database = temporaryPath('100% größe? #1 & more;.db')
    const { migrate } = await import('../../src/index.ts')
    await migrate({ database })
    assert.ok(existsSync(database))
    const store = await openStore({ database })
    await addPlants(store, 'Rose')
    await backup({ database, to: `${database}.backup` })
    await store.close()
  })
})

describe('a store whose database another process writes to', () => {
  it('says that it is busy, changes nothing, and works again afterwards', async () => {
    const database = temporaryDatabase()
    const store = await openStore({ database })
    const other = new DatabaseSync(database)
    other.exec('begin immediate')
    await refusedWith('busy', /Another process is writing to .*; try again/, store.addUser('ada'))
    await store.ping()
    assert.deepEqual(await Array.fromAsync(store.users()), [])
    other.close()
    await store.addUser('ada')
    await store.close()
  })
})
