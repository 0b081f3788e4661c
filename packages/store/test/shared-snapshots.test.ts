/** Whoever asks in the same turn of the event loop shares a snapshot, which is of no time before any of them asked. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createCatalogue } from '../src/cached-catalogue.ts'
import type { Engine } from '../src/engine.ts'
import { openMigrated } from '../src/open-migrated.ts'
import { type Catalogue, openStore, type Store } from '../src/index.ts'
import { addPlants } from './promises/world.ts'
import { executeRaw, readRaw } from './raw-sqlite.ts'
import { temporaryDatabase } from './temporary.ts'

describe('a shared snapshot', () => {
  const database = temporaryDatabase()
  let operator: Store
  let engine: Engine
  let begun = 0
  let catalogue: Catalogue
  let secret: string

  before(async () => {
    operator = await openStore({ database })
    await operator.addUser('ada')
    await addPlants(operator, 'Rose', 'Oak')
    await operator.grant({ user: 'ada' }, { all: true })
    engine = openMigrated({ database })
    const { snapshots } = engine
    const begin = (): number => {
      begun += 1
      return snapshots.begin()
    }
    catalogue = createCatalogue({ snapshots: { ...snapshots, begin } }, Date.now)
  })
  beforeEach(async () => {
    secret = (await operator.createToken('ada', 'test')).secret
    await setImmediate()
    begun = 0
  })
  after(async () => {
    engine.close()
    await operator.close()
  })

  /** As another process would do it, between two statements of a test. */
  const rename = (name: string): void => {
    executeRaw(database, `update plant set name = '${name}' where plant_id = 1`)
    executeRaw(database, `update visible set name = '${name}' where plant_id = 1`)
  }

  it('is begun once for all who ask in a turn, and again in the next', async () => {
    await Promise.all(Array.from({ length: 20 }, () => catalogue.authenticate(secret)))
    assert.equal(begun, 1)
    await catalogue.authenticate(secret)
    assert.equal(begun, 2)
  })

  it('is begun after the last of them asked: what was revoked before is refused', async () => {
    const earlier = catalogue.authenticate(secret)
    executeRaw(database, 'update token set revoked_at = 1')
    assert.deepEqual(await Promise.all([earlier, catalogue.authenticate(secret)]), ['revoked', 'revoked'])
  })

  it('holds for what a request asks at once after it knows its principal', async () => {
    rename('Rose')
    const principal = await catalogue.authenticate(secret)
    assert.ok(typeof principal === 'object')
    rename('Dog rose')
    // Longer than what is kept in memory.
    const { plants } = await catalogue.page(principal.userId, 0, 500, principal.asOf)
    assert.deepEqual(plants, [{ name: 'Rose' }, { name: 'Oak' }])
    const now = await catalogue.page(principal.userId, 0, 500)
    assert.deepEqual(now.plants, [{ name: 'Dog rose' }, { name: 'Oak' }])
  })

  it('is ended with the turn: nothing keeps the log of the database from being emptied', async () => {
    await catalogue.authenticate(secret)
    const busy = (): unknown => readRaw(database, 'pragma wal_checkpoint(truncate)')
    assert.equal(busy(), 1)
    await setImmediate()
    assert.equal(busy(), 0)
  })

  it('is ended by whoever reads without one', async () => {
    rename('Rose')
    await catalogue.authenticate(secret)
    rename('Tea rose')
    assert.deepEqual(engine.row('select name from plant where plant_id = 1'), ['Tea rose'])
  })

  it('fails for all who share it, and the next one does not', async () => {
    const broken = createCatalogue({ snapshots: { ...engine.snapshots, begin: failOnce() } }, Date.now)
    const asked = [broken.authenticate(secret), broken.page(1, 0, 20), broken.ping()]
    const outcomes = await Promise.allSettled(asked)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    )
    assert.equal(typeof (await broken.authenticate(secret)), 'object')
  })

  function failOnce(): () => number {
    let isFirst = true
    return () => {
      if (!isFirst) return engine.snapshots.begin()
      isFirst = false
      throw new Error('not now')
    }
  }
})
