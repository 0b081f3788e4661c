/** A store opens a database of its own kind and version; a new file is whole or not there, and has nothing of an earlier one. */
import assert from 'node:assert/strict'
import process from 'node:process'
import { chmodSync, copyFileSync, existsSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { backup, migrate, openStore, restore } from '../../src/index.ts'
import { addPlants, refusedWith } from '../promises/world.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'
import { openWorld } from '../full-world.ts'
import { runLimited } from './run-program.ts'

describe('opening a store', () => {
  for (const [what, ofFile, ofDirectory] of [
    ['a file that it may not read', 0o000, 0o755],
    ['a directory that it may not write to', 0o644, 0o555],
  ] as const) {
    it(`refuses ${what}`, async (test) => {
      const database = temporaryDatabase()
      chmodSync(database, ofFile)
      chmodSync(dirname(database), ofDirectory)
      chmodSync(dirname(dirname(database)), 0o755)
      // Root may do everything: drop that privilege meanwhile.
      const isRoot = process.getuid?.() === 0
      if (isRoot) process.seteuid?.(65_534)
      try {
        if (process.getuid === undefined) test.skip('this system has no permissions')
        else await refusedWith('unreadable', /allowed to read and write it and its/, openStore({ database }))
      } finally {
        if (isRoot) process.seteuid?.(0)
        chmodSync(dirname(database), 0o755)
      }
    })
  }

  it('opens a database with an awkward name', async () => {
    const database = temporaryPath('100% größe? #1 & more;.db')
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

/** Puts a log beside a path without a database, as if a process was killed before its last changes were in the file. */
function leaveLog(path: string): void {
  const database = temporaryDatabase()
  const writer = new DatabaseSync(database)
  try {
    writer.exec("insert into users (name, created_at) values ('gone', 0)")
    copyFileSync(`${database}-wal`, `${path}-wal`)
  } finally {
    writer.close()
  }
}

const leftover =
  /plants\.db-wal is left over from a database that was moved away or deleted.*Move it.*or delete it\.$/

describe('beside the log of a database that no longer exists', () => {
  it('nothing is created: the log would be replayed', async (t) => {
    const { database, file } = await openWorld(t)
    await backup({ database, to: file })
    const path = temporaryPath()
    leaveLog(path)
    await refusedWith('conflict', leftover, restore({ database: path, from: file }))
    await refusedWith('conflict', leftover, backup({ database, to: path }))
    await refusedWith('conflict', leftover, migrate({ database: path }))
    await refusedWith('conflict', leftover, migrate({ database: path, dryRun: true }))
    assert.deepEqual(readdirSync(dirname(path)), ['plants.db-wal'])
  })
})

describe('a new database', () => {
  it('leaves nothing behind if there is no room for it', () => {
    const database = temporaryPath()
    const { status, stderr } = runLimited(32, 'migrate', database)
    assert.notEqual(status, 0)
    assert.match(stderr, /plants\.db.* Nothing was changed/)
    assert.deepEqual(readdirSync(dirname(database)), [])
  })

  it('is created where a dangling link points', async () => {
    const target = temporaryPath('target.db')
    const link = join(dirname(target), 'link.db')
    symlinkSync(target, link)
    await migrate({ database: link })
    const store = await openStore({ database: target })
    assert.deepEqual(await Array.fromAsync(store.verify()), [])
    await store.close()
  })
})

describe('a restore', () => {
  it('of a database into itself is refused', async (t) => {
    const { database } = await openWorld(t)
    const link = temporaryPath('link.db')
    symlinkSync(database, link)
    const itself = /is the database itself; name a backup of it\.$/
    await refusedWith('invalid', itself, restore({ database, from: database }))
    await refusedWith('invalid', itself, restore({ database: link, from: database }))
    assert.deepEqual(
      readdirSync(dirname(database)).filter((name) => name.includes('replaced')),
      [],
    )
  })
})
