/** A new file is created whole or not at all, and without anything of an earlier database. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, symlinkSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { backup, migrate, openStore, restore } from '../../src/index.ts'
import { refusedWith } from '../promises/world.ts'
import { openWorld } from '../full-world.ts'
import { programArguments } from './run-program.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

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
    const limited = [
      '-c',
      'ulimit -f 32; exec "$@"',
      'sh',
      process.execPath,
      ...programArguments('migrate', database),
    ]
    const { status, stderr } = spawnSync('sh', limited, { input: 'go', encoding: 'utf8' })
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
