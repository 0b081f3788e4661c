/** Whatever name a file is given, everybody who uses it sees the same state; where that can't be, it is refused. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { openStore } from '../../src/index.ts'
import { refusalOf, refusedWith } from '../promises/world.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

describe('a database that has another name', () => {
  it('is the same through a link, also when the process goes to another directory, or the link is turned', async () => {
    const database = temporaryDatabase()
    const operator = await openStore({ database })
    await operator.addUser('ada')
    const { secret, token } = await operator.createToken('ada', 'laptop')
    const link = temporaryPath('link.db')
    symlinkSync(database, link)
    const before = process.cwd()
    process.chdir(dirname(link))
    const service = await openStore({ database: 'link.db', readOnly: true })
    process.chdir(before)
    rmSync(link)
    symlinkSync(temporaryDatabase(), link)
    assert.equal(await refusalOf(service, secret), 'accepted')
    await service.recordTokenUse()
    await operator.revokeToken(token.id)
    assert.equal(await refusalOf(service, secret), 'revoked')
    const [used] = await Array.fromAsync(operator.tokens())
    assert.ok(used?.lastUsedAt)
    await service.close()
    await operator.close()
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
