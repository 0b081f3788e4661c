/** Whoever changes the database, and however: the next session shows it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { openStore, type Store } from '../../src/index.ts'
import { openMigrated } from '../../src/sqlite/migrate.ts'
import { inTransaction } from '../../src/sqlite/operators-database.ts'
import { addPlants, refusalOf, sessionOf, withStore } from '../promises/world.ts'
import { executeRaw, readRaw, temporaryDatabase } from './temporary.ts'

it('once the memory is full, callers take a place in it when they come again, and one page is read once', async () => {
  const reads: string[] = []
  await using closing = new AsyncDisposableStack()
  const store = await openStore({
    database: temporaryDatabase(),
    onRead: (operation) => reads.push(operation),
  })
  closing.defer(() => store.close())
  await addPlants(store, ...Array.from({ length: 100 }, (_, nth) => String(nth).padEnd(640, '.')))
  const secrets: string[] = []
  for (const user of ['a', 'b', 'c', 'd', 'e', 'f', 'last']) {
    await store.addUser(user)
    await store.grant({ user }, { all: true })
    secrets.push((await store.createToken(user, 'test')).secret)
  }
  const ask = async (secret: string, limit: number): Promise<string> => {
    reads.length = 0
    const session = await store.openSession(secret, limit)
    assert.ok('principal' in session)
    assert.equal((await session.firstPage(limit)).plants.length, limit)
    return reads.join(' ')
  }
  const last = secrets.pop() ?? ''
  for (const secret of secrets) for (let limit = 1; limit <= 100; limit += 1) await ask(secret, limit)
  const [, kept = ''] = secrets
  assert.equal(await ask(kept, 100), '')
  assert.deepEqual(
    [await ask(last, 20), await ask(last, 20), await ask(last, 20)],
    ['authenticate page', 'page', ''],
  )
  for (let limit = 21; limit <= 100; limit += 1) await ask(last, limit)
  assert.equal(await ask(kept, 100), '')
})

describe('a store that others change', () => {
  const database = temporaryDatabase()
  const clock = { now: Date.now() }
  const reads: string[] = []
  let store: Store
  let secret: string
  let tokenId: number

  before(async () => {
    store = await openStore({ database, now: () => clock.now, onRead: (operation) => reads.push(operation) })
    await store.addUser('ada')
    await store.addGroup('garden')
    await addPlants(store, 'Rose', 'Oak', 'Fern', 'Elm')
    await store.grant({ user: 'ada' }, { name: 'Rose' })
  })
  beforeEach(async () => {
    const made = await store.createToken('ada', 'test', new Date(clock.now + 3_600_000))
    secret = made.secret
    tokenId = made.token.id
  })
  after(() => store.close())

  it('shows what was written outside of a transaction, through any connection of this process', async () => {
    const writer = await openMigrated({ database })
    const set = (time: string): string => `update token set revoked_at = ${time} where token_id = ${tokenId}`
    const writes: readonly ((sql: string) => unknown)[] = [
      (sql) => writer.run(sql),
      (sql) => writer.script(sql),
      (sql) => inTransaction(writer, 'begin immediate', () => Promise.try(() => writer.run(sql))),
      (sql) => executeRaw(database, sql),
    ]
    for (const write of writes) {
      assert.equal(await refusalOf(store, secret), 'accepted')
      await write(set('1'))
      assert.equal(await refusalOf(store, secret), 'revoked')
      await write(set('null'))
    }
    writer.close()
  })

  it('reads once for all sessions of one turn, after the last of them was requested', async () => {
    const sessions = [sessionOf(store, secret), sessionOf(store, secret)]
    executeRaw(database, `update token set revoked_at = 1 where token_id = ${tokenId}`)
    const outcomes = await Promise.allSettled(sessions)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
  })

  it('reads the first page with the session if that is new or its list has changed, else when it is requested', async () => {
    const pageOf = async (ahead?: number): Promise<string> => {
      reads.length = 0
      const session = await store.openSession(secret, ahead)
      assert.ok('principal' in session)
      const withSession = reads.join(' ')
      await session.firstPage(3)
      return `${withSession}, ${reads.join(' ')}`
    }
    assert.equal(await pageOf(3), 'authenticate page, authenticate page')
    assert.equal(await pageOf(3), ', ')
    await withStore({ database }, (other) => other.grant({ user: 'ada' }, { name: 'Elm' }))
    assert.equal(await pageOf(3), 'authenticate page, authenticate page')
    await withStore({ database }, (other) => other.revoke({ user: 'ada' }, { name: 'Elm' }))
    assert.equal(await pageOf(), 'authenticate, authenticate page')
  })

  it('reads no page for a token that is refused', async () => {
    executeRaw(database, `update token set revoked_at = 1 where token_id = ${tokenId}`)
    reads.length = 0
    assert.ok('refusal' in (await store.openSession(secret, 7)))
    assert.equal(reads.join(' '), 'authenticate')
  })

  it('holds no snapshot: nothing prevents the log of the database from being emptied', async () => {
    const session = await sessionOf(store, secret)
    await session.firstPage(500)
    assert.equal(readRaw(database, 'pragma wal_checkpoint(truncate)'), 0)
  })
})
