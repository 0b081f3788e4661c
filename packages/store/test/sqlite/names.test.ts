/** Whatever name a file is given, everybody who uses it sees the same state; where that can't be, it is refused. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { backup, describeDatabase, migrate, openStore, restore } from '../../src/index.ts'
import { refusalOf, refusedWith } from '../promises/world.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

/** Each makes another name for a file, in a directory that may then be closed to writers. */
const names: Readonly<Record<string, (database: string) => string>> = {
  'a link': (database) => {
    const link = temporaryPath('link.db')
    symlinkSync(database, link)
    return link
  },
  'a link to a link': (database) => {
    const [first, second] = [temporaryPath('first.db'), temporaryPath('second.db')]
    symlinkSync(database, first)
    symlinkSync(first, second)
    return second
  },
  'a link to its directory': (database) => {
    const link = temporaryPath('directory')
    symlinkSync(dirname(database), link)
    return join(link, basename(database))
  },
  'a path with ..': (database) => `${dirname(database)}/../${basename(dirname(database))}/plants.db`,
}

describe('a database that has another name', () => {
  for (const [kind, makeName] of Object.entries(names)) {
    it(`is the same through ${kind}: what is revoked under one name is refused under the other`, async () => {
      const database = temporaryDatabase()
      const operator = await openStore({ database })
      await operator.addUser('ada')
      const { secret, token } = await operator.createToken('ada', 'laptop')
      const name = makeName(database)
      chmodSync(dirname(name), 0o555)
      const service = await openStore({ database: name, readOnly: true })
      assert.equal(await refusalOf(service, secret), 'accepted')
      await operator.revokeToken(token.id)
      assert.equal(await refusalOf(service, secret), 'revoked')
      const copy = temporaryPath('backup.db')
      await backup({ database: name, to: copy })
      assert.equal((await describeDatabase(copy))?.activeTokens, 0)
      assert.equal((await describeDatabase(name))?.activeTokens, 0)
      await service.close()
      await operator.close()
      chmodSync(dirname(name), 0o755)
    })
  }

  it('stays the same when the process goes to another directory, and when a link is turned', async () => {
    const database = temporaryDatabase()
    const other = temporaryDatabase()
    const link = names['a link']?.(database) ?? ''
    const before = process.cwd()
    process.chdir(dirname(link))
    const service = await openStore({ database: 'link.db', readOnly: true })
    process.chdir(before)
    rmSync(link)
    symlinkSync(other, link)
    await service.recordTokenUse()
    await service.close()
    const store = await openStore({ database })
    await store.addUser('ada')
    const { token } = await store.createToken('ada', 'laptop')
    assert.ok(token.useRecordedSince)
    await store.close()
  })

  it('is refused if it has two names of its own, since SQLite keeps a log for each', async () => {
    const database = temporaryDatabase()
    const second = temporaryPath('second.db')
    linkSync(database, second)
    const twice = /has 2 names \(hard links\).*ln -s/
    for (const path of [database, second]) {
      await refusedWith('unreadable', twice, openStore({ database: path, readOnly: true }))
      await refusedWith('unreadable', twice, backup({ database: path, to: temporaryPath('b.db') }))
      await refusedWith('unreadable', twice, migrate({ database: path }))
      await refusedWith('unreadable', twice, restore({ database: path, from: temporaryDatabase() }))
      await refusedWith('unreadable', twice, describeDatabase(path))
    }
    rmSync(second)
    await (await openStore({ database })).close()
  })

  it('is refused if the file is mounted by itself, and used if its directory is', async (test) => {
    const database = temporaryDatabase()
    const directory = dirname(temporaryPath())
    const file = temporaryPath('mounted.db')
    writeFileSync(file, '')
    try {
      execFileSync('mount', ['--bind', database, file], { stdio: 'ignore' })
      execFileSync('mount', ['--bind', dirname(database), directory], { stdio: 'ignore' })
    } catch {
      test.skip('this process may not mount anything')
      return
    }
    try {
      await refusedWith(
        'unreadable',
        /is mounted by itself.*mount its directory/,
        openStore({ database: file }),
      )
      const [store, other] = [
        await openStore({ database }),
        await openStore({ database: join(directory, 'plants.db') }),
      ]
      await store.addUser('ada')
      assert.equal((await Array.fromAsync(other.users())).length, 1)
      await Promise.all([store.close(), other.close()])
    } finally {
      for (const mounted of [file, directory])
        execFileSync('umount', ['--lazy', mounted], { stdio: 'ignore' })
    }
  })

  it('is refused with a message if its links lead in a circle', async () => {
    const link = temporaryPath('link.db')
    symlinkSync(link, link)
    await refusedWith(
      'unreadable',
      /link\.db can't be opened: its links lead in a circle\./,
      openStore({ database: link }),
    )
  })
})
