/** Answers come from memory only while nothing has changed, in any process. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openStore, type Principal, type Store } from '../src/index.ts'
import { addPlants } from './promises/world.ts'
import { operate } from './processes/run-process.ts'
import { temporaryDatabase } from './temporary.ts'

describe('a store that another process changes', () => {
  const database = temporaryDatabase()
  const clock = { now: Date.now() }
  let store: Store
  let secret: string
  let principal: Principal

  before(async () => {
    store = await openStore({ database, now: () => clock.now })
    const user = await store.addUser('ada')
    await store.addGroup('garden')
    await addPlants(store, 'Rose', 'Oak', 'Fern', 'Elm')
    await store.grant({ user: 'ada' }, { name: 'Rose' })
    secret = (await store.createToken('ada', 'test', new Date(clock.now + 3_600_000))).secret
    principal = await authenticated()
    assert.equal(principal.userId, user.id)
  })
  after(() => store.close())

  async function authenticated(): Promise<Principal> {
    const answer = await store.authenticate(secret)
    assert.ok(typeof answer === 'object')
    return answer
  }

  const seen = async (): Promise<string> => {
    const { plants } = await store.page(principal.userId, 0, 20)
    return plants.map(({ name }) => name).join(' ')
  }

  it('gives the identical answers as long as nothing changes', async () => {
    assert.equal(await store.page(1, 0, 20), await store.page(1, 0, 20))
    assert.notEqual(await store.page(1, 0, 20), await store.page(1, 0, 19))
    assert.equal(await authenticated(), await authenticated())
  })

  it('shows a grant, a membership, a revocation and a removal at the very next call', async () => {
    assert.equal(await seen(), 'Rose')
    await operate(database, ['grant', { user: 'ada' }, { name: 'Oak' }])
    assert.equal(await seen(), 'Rose Oak')
    await operate(database, ['grant', { group: 'garden' }, { name: 'Fern' }], ['addMember', 'garden', 'ada'])
    assert.equal(await seen(), 'Rose Oak Fern')
    await operate(database, ['revoke', { user: 'ada' }, { name: 'Oak' }])
    assert.equal(await seen(), 'Rose Fern')
    await operate(database, ['removePlants', { name: 'Rose' }])
    assert.equal(await seen(), 'Fern')
    assert.notEqual((await authenticated()).revision, principal.revision)
  })

  it('shows a change at the very next request that authenticates before it asks for its page', async () => {
    const request = async (): Promise<string> => {
      const { userId, asOf } = await authenticated()
      const { plants } = await store.page(userId, 0, 20, asOf)
      return plants.map(({ name }) => name).join(' ')
    }
    assert.equal(await request(), 'Fern')
    await operate(database, ['grant', { user: 'ada' }, { name: 'Oak' }])
    assert.equal(await request(), 'Oak Fern')
    await operate(database, ['revoke', { user: 'ada' }, { name: 'Oak' }])
    assert.equal(await request(), 'Fern')
  })

  it('gives a page as of the moment at which its principal was authenticated, or newer', async () => {
    const { userId, asOf } = await authenticated()
    const known = await store.page(userId, 0, 20, asOf)
    await operate(database, ['grant', { user: 'ada' }, { name: 'Oak' }])
    assert.equal(await store.page(userId, 0, 20, asOf), known)
    assert.notEqual(await store.page(userId, 0, 20), known)
    await operate(database, ['revoke', { user: 'ada' }, { name: 'Oak' }])
  })

  it('shows its own changes at the very next call', async () => {
    const earlier = await store.page(1, 0, 20)
    await store.grant({ user: 'ada' }, { name: 'Elm' })
    assert.notEqual(await store.page(1, 0, 20), earlier)
    assert.equal(await seen(), 'Fern Elm')
  })

  it('refuses a token from the moment of its expiry, though nothing was written', async () => {
    await authenticated()
    clock.now += 3_600_000
    assert.equal(await store.authenticate(secret), 'expired')
    clock.now -= 3_600_000
  })

  it('refuses a revoked token, and one of a removed user, at the very next call', async () => {
    const { secret: other } = await store.createToken('ada', 'other')
    await authenticated()
    await operate(database, ['revokeToken', principal.tokenId])
    assert.equal(await store.authenticate(secret), 'revoked')
    assert.equal(typeof (await store.authenticate(other)), 'object')
    await operate(database, ['removeUser', 'ada'])
    assert.equal(await store.authenticate(other), 'unknown')
    assert.equal(await seen(), '')
  })
})
