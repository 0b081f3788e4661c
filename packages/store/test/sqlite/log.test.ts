/** The log beside a database stays small, and what a process leaves behind when it ends is whole in the file alone. */
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { openStore, type Store } from '../../src/index.ts'
import { logSize } from '../../src/sqlite/empty-log.ts'
import { createSecret, hashToken } from '../../src/token/format.ts'
import { importText, refusalOf, withStore } from '../promises/world.ts'
import { manyPlants } from './run-program.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

const hour = 3_600_000
/** What the documents name. */
const bound = 5 * 2 ** 20

/** What somebody finds who copies the file and nothing else. */
function inCopy<T>(database: string, look: (store: Store) => Promise<T>): Promise<T> {
  const copy = temporaryPath('copy.db')
  copyFileSync(database, copy)
  return withStore({ database: copy, readOnly: true }, async (store) => {
    assert.deepEqual(await Array.fromAsync(store.verify()), [])
    return look(store)
  })
}

const usersIn = (database: string): Promise<string[]> =>
  inCopy(database, async (store) => (await Array.fromAsync(store.users())).map(({ name }) => name))

/** Tokens of the first user, without waiting for the disk after each. */
function addTokens(database: string, count: number): readonly string[] {
  const sqlite = new DatabaseSync(database)
  const add = sqlite.prepare(
    "insert into token (user_id, name, hash, prefix, created_at) values (1, 'laptop', ?, ?, 0)",
  )
  sqlite.exec('begin')
  const secrets = Array.from({ length: count }, () => createSecret())
  for (const secret of secrets) add.run(hashToken(secret), secret.slice(0, 8))
  sqlite.exec('commit')
  sqlite.close()
  return secrets
}

describe('the log of a database', () => {
  it('stays below its bound, however many tokens are used each hour while nobody changes anything', async () => {
    const database = temporaryDatabase()
    await withStore({ database }, (store) => store.addUser('ada'))
    const secrets = addTokens(database, 35_000)
    let now = Date.now()
    const service = await openStore({ database, readOnly: true, now: () => now })
    let largest = 0
    for (let hours = 0; hours < 2; hours += 1) {
      now += hour
      await Promise.all(secrets.map((secret) => service.openSession(secret)))
      const watch = setInterval(() => {
        largest = Math.max(largest, logSize(database))
      })
      assert.equal(await service.recordTokenUse(), secrets.length)
      clearInterval(watch)
    }
    assert.ok(largest < bound, `${largest}`)
    await service.close()
    const uses = await inCopy(database, (store) => Array.fromAsync(store.tokens()))
    assert.ok(uses.every(({ lastUsedAt }) => lastUsedAt?.getTime() === now - (now % hour)))
  })

  it('is empty after each change, also while a service runs and after an import that was only tried', async () => {
    const database = temporaryDatabase()
    const service = await openStore({ database, readOnly: true })
    await withStore({ database }, (store) => store.addUser('ada'))
    assert.deepEqual([logSize(database), await usersIn(database)], [0, ['ada']])
    await withStore({ database, dryRun: true }, (trial) => importText(trial, 'importPlants', manyPlants))
    assert.equal(logSize(database), 0)
    await service.close()
  })

  it('is emptied by the service, and once more when it ends, if somebody was reading as a change was made', async () => {
    const database = temporaryDatabase()
    const service = await openStore({ database, readOnly: true })
    const reader = new DatabaseSync(database)
    for (const [name, empty] of [
      ['ada', () => service.recordTokenUse()],
      ['ben', () => service.close()],
    ] as const) {
      reader.exec('begin; select count(*) from users')
      await withStore({ database }, (store) => store.addUser(name))
      assert.ok(logSize(database) > 0)
      reader.exec('commit')
      await empty()
      assert.equal(logSize(database), 0)
      assert.ok((await usersIn(database)).includes(name))
    }
    reader.close()
  })

  it('is left to the end of the service by the last write before it: a thread may take seconds to begin', async () => {
    const database = temporaryDatabase()
    const service = await openStore({ database, readOnly: true })
    await service.recordTokenUse(1000)
    assert.ok(logSize(database) > 0)
    await service.close()
    assert.equal(logSize(database), 0)
  })

  it('does not keep the use of tokens from being written while somebody reads for long', async () => {
    const database = temporaryDatabase()
    await withStore({ database }, (store) => store.addUser('ada'))
    const [secret = ''] = addTokens(database, 1)
    const service = await openStore({ database, readOnly: true })
    const reader = new DatabaseSync(database)
    reader.exec('begin; select count(*) from users')
    assert.equal(await refusalOf(service, secret), 'accepted')
    assert.equal(await service.recordTokenUse(), 1)
    assert.ok(logSize(database) > 0)
    reader.close()
    await service.close()
    const [token] = await inCopy(database, (store) => Array.fromAsync(store.tokens()))
    assert.ok(token?.lastUsedAt)
  })
})
