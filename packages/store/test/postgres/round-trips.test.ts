/** How often a request asks the database: once, and never for something already known; and what a grant reads. */
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { openStore, type Store } from '../../src/index.ts'
import { addPlants, namesSeen, sessionOf, withStore } from '../promises/world.ts'
import { connect, migratedDatabase, readRaw } from './databases.ts'

describe('a request', () => {
  let database: string
  let operator: Store
  let service: Store
  let secret: string
  let reads: string[]

  before(async () => {
    database = await migratedDatabase()
    operator = await openStore({ database })
    service = await openStore({ database, readOnly: true, onRead: (operation) => reads.push(operation) })
    await addPlants(operator, 'Rose', 'Oak', 'Fern')
    await operator.addUser('ada')
    await operator.grant({ user: 'ada' }, { all: true })
    secret = (await operator.createToken('ada', 'test')).secret
  })
  after(async () => {
    await service.close()
    await operator.close()
  })

  async function ask(limit: number): Promise<string[]> {
    const session = await service.openSession(secret, limit)
    assert.ok('principal' in session)
    return (await session.firstPage(limit)).plants.map(({ name }) => name)
  }

  it('is one round trip for the token, the state of the list, and the first page', async () => {
    reads = []
    assert.deepEqual(await ask(2), ['Rose', 'Oak'])
    assert.deepEqual(await ask(2), ['Rose', 'Oak'])
    assert.deepEqual(reads, ['authenticate', 'authenticate'])
  })

  it('sees in that one round trip what has changed since', async () => {
    await operator.revoke({ user: 'ada' }, { name: 'Rose' })
    reads = []
    assert.deepEqual(await ask(2), ['Oak', 'Fern'])
    assert.deepEqual(reads, ['authenticate'])
  })

  it('shares its round trip with all requests of the same turn of the event loop', async () => {
    reads = []
    const responses = await Promise.all(Array.from({ length: 40 }, () => ask(3)))
    assert.deepEqual(new Set(responses.map(String)), new Set(['Oak,Fern']))
    assert.deepEqual(reads, ['authenticate'])
  })

  it('shares the next round trip with all requests that arrive while two are under way', async (t) => {
    const client = await connect(t, database)
    await client.query('begin; lock table token')
    reads = []
    const responses: Promise<string[]>[] = []
    for (let count = 0; count < 40; count += 1) {
      responses.push(ask(3))
      // Each arrives in a turn of its own.
      await setImmediate()
    }
    await client.query('commit')
    assert.deepEqual(new Set((await Promise.all(responses)).map(String)), new Set(['Oak,Fern']))
    assert.deepEqual(reads, ['authenticate', 'authenticate', 'authenticate'])
  })

  it('that is short does not share one with a long page', async () => {
    const session = await sessionOf(service, secret)
    reads = []
    await Promise.all([session.firstPage(500), ask(3)])
    assert.deepEqual(reads.toSorted(), ['authenticate', 'page'])
  })

  it('for a long list asks once for each page', async () => {
    reads = []
    assert.deepEqual(await namesSeen(service, secret, 1), ['Oak', 'Fern'])
    assert.deepEqual(reads, ['authenticate', 'page', 'page', 'page'])
    assert.equal((await sessionOf(service, secret)).principal.user, 'ada')
  })
})

it('a grant of one plant does not read all plants', async () => {
  const database = await migratedDatabase()
  /** How many plants `work` reads sequentially. The server counts them when a connection has ended. */
  const plantsRead = async (work: (store: Store) => Promise<unknown>): Promise<number> => {
    const readSoFar = async (): Promise<number> => {
      const sql = "select seq_tup_read::int as plants from pg_stat_user_tables where relname = 'plant'"
      return Number((await readRaw(database, sql))[0]?.['plants'])
    }
    const known = await readSoFar()
    await withStore({ database }, work)
    return (await readSoFar()) - known
  }
  const names = Array.from({ length: 2000 }, (_, nth) => `plant ${nth}`)
  await plantsRead(async (store) => {
    await addPlants(store, ...names)
    await store.addUser('ada')
  })
  assert.equal(await plantsRead((store) => store.grant({ user: 'ada' }, { name: 'plant 7' })), 0)
})
