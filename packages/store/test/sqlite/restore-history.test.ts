/** What a restore records about itself, and what remains known after it. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import {
  type AuditEntry,
  backup,
  describeBackup,
  describeDatabase,
  openStore,
  restore,
  type Store,
} from '../../src/index.ts'
import { collect } from '../collect.ts'
import { addPlants, refusalOf, refusedWith } from '../promises/world.ts'
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
  await addPlants(store, 'Rose', 'Oak')
  secret = (await store.createToken('ada', 'test')).secret
})
afterEach(() => store.close())

describe('a restore', () => {
  it('is recorded in the audit trail, which continues; a new database has the trail of the backup', async () => {
    await backup({ database, to: file })
    const before = await collect(store.audit())
    await store.addUser('bob')
    const told: AuditEntry[] = []
    const audit = { actor: 'Ada', onAudit: (entry: AuditEntry) => told.push(entry) }
    const { keptAs } = await restore({ database, from: file, audit })
    const trail = await collect(store.audit())
    assert.deepEqual(
      trail.slice(before.length).map(({ command, actor }) => [command, actor]),
      [
        ['users add', undefined],
        ['restore', 'Ada'],
      ],
    )
    const last = trail.at(-1)
    assert.deepEqual(told, [last])
    assert.equal(last?.summary, `Restored the backup ${JSON.stringify(file)} with 2 plants and 1 user.`)
    assert.partialDeepStrictEqual(last?.details, { from: file, plants: 2, users: 1, keptAs })
    const fresh = temporaryPath()
    await restore({ database: fresh, from: file })
    const copy = await openStore({ database: fresh })
    const commands = (await collect(copy.audit())).map(({ command }) => command)
    assert.deepEqual(commands, [...before.map(({ command }) => command), 'restore'])
    await copy.close()
  })

  it('that fails is not recorded, keeps nothing and leaves nothing behind', async () => {
    await backup({ database, to: file })
    executeRaw(database, "create trigger refuse before delete on plant begin select raise(abort, 'no'); end")
    const before = await collect(store.audit())
    const told: AuditEntry[] = []
    const files = readdirSync(dirname(database))
    const attempt = restore({ database, from: file, audit: { onAudit: (entry) => told.push(entry) } })
    await refusedWith('damaged', /refused the change: no\. Nothing was changed/, attempt)
    assert.deepEqual([told, await collect(store.audit())], [[], before])
    assert.deepEqual(readdirSync(dirname(database)), files)
  })

  it('restores who was disabled, and does not forget that a token was used since', async () => {
    await backup({ database, to: file })
    await store.openSession(secret)
    await store.recordTokenUse()
    const [used] = await collect(store.tokens())
    await store.disableUser('ada')
    await store.createToken('ada', 'since')
    await restore({ database, from: file })
    const [restored, ...others] = await collect(store.tokens())
    assert.ok(used?.lastUsedAt !== undefined)
    assert.deepEqual(restored, used)
    assert.deepEqual(others, [])
    await store.disableUser('ada')
    const another = temporaryPath('another.db')
    await backup({ database, to: another })
    await restore({ database, from: another })
    assert.equal(await refusalOf(store, secret), 'user disabled')
    assert.equal((await describeBackup(file)).activeTokens, 1)
    assert.equal((await describeDatabase(database))?.activeTokens, 0)
  })
})
