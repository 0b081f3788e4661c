/** How often a request asks the database: once, and for nothing that is known already. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openStore, type Store } from '../../src/index.ts'
import { addPlants, namesSeen, sessionOf } from '../promises/world.ts'
import { migratedDatabase } from './databases.ts'

describe('a request', () => {
  let operator: Store
  let service: Store
  let secret: string
  let reads: string[]

  before(async () => {
    const database = await migratedDatabase()
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
    const session = await service.openSession(secret, () => limit)
    assert.ok('principal' in session)
    return (await session.firstPage(limit)).plants.map(({ name }) => name)
  }

  it('is one round trip: for the token, the state of the list, and the first page', async () => {
    reads = []
    assert.deepEqual(await ask(2), ['Rose', 'Oak'])
    assert.deepEqual(await ask(2), ['Rose', 'Oak'])
    assert.deepEqual(reads, ['authenticate', 'authenticate'])
  })

  it('sees in that one round trip what was changed since', async () => {
    await operator.revoke({ user: 'ada' }, { name: 'Rose' })
    reads = []
    assert.deepEqual(await ask(2), ['Oak', 'Fern'])
    assert.deepEqual(reads, ['authenticate'])
  })

  it('shares its round trip with all that come in the same turn of the event loop', async () => {
    reads = []
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(3)))
    assert.deepEqual(new Set(answers.map(String)), new Set(['Oak,Fern']))
    assert.deepEqual(reads, ['authenticate'])
  })

  it('for a long list asks once for each page', async () => {
    reads = []
    assert.deepEqual(await namesSeen(service, secret, 1), ['Oak', 'Fern'])
    assert.deepEqual(reads, ['authenticate', 'page', 'page', 'page'])
    assert.equal((await sessionOf(service, secret)).principal.user, 'ada')
  })
})
