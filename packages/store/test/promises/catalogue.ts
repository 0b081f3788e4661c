/** What a store promises to those who answer requests. */
import assert from 'node:assert/strict'
import { maxPageSize } from '../../src/index.ts'
import { createSecret } from '../../src/token-format.ts'
import { addPlants, namesSeen, type Promises, refusedWith } from './world.ts'

export const cataloguePromises: Promises = {
  'a token is accepted as it was made, and names its user': async ({ store }) => {
    const user = await store.addUser('ada')
    const { secret, token } = await store.createToken('ada', 'laptop')
    const principal = await store.authenticate(secret)
    assert.ok(typeof principal === 'object')
    assert.deepEqual([principal.userId, principal.user, principal.tokenId], [user.id, 'ada', token.id])
  },
  'a token with a character more, less or changed is malformed': async ({ store }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'laptop')
    const other = secret.endsWith('0') ? '1' : '0'
    for (const text of [
      '',
      'pst_',
      secret.slice(0, -1),
      `${secret}0`,
      secret.slice(0, -1) + other,
      ` ${secret}`,
    ]) {
      assert.equal(await store.authenticate(text), 'malformed', text)
    }
  },
  'a token that the store does not know, or no longer, is unknown': async ({ store, clock }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'laptop', new Date(clock.now + 1))
    await store.removeUser('ada')
    assert.equal(await store.authenticate(secret), 'unknown')
    assert.equal(await store.authenticate(createSecret()), 'unknown')
  },
  'a token counts up to the moment of its expiry, and not from then on': async ({ store, clock }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'laptop', new Date(clock.now + 1000))
    clock.now += 999
    assert.equal(typeof (await store.authenticate(secret)), 'object')
    clock.now += 1
    assert.equal(await store.authenticate(secret), 'expired')
  },
  'a revoked token is refused by every store over the database at its next call': async ({ store, open }) => {
    const other = await open()
    await store.addUser('ada')
    const { secret, token } = await store.createToken('ada', 'laptop')
    assert.equal(typeof (await other.authenticate(secret)), 'object')
    await store.revokeToken(token.id)
    assert.equal(await other.authenticate(secret), 'revoked')
    assert.equal(await store.authenticate(secret), 'revoked')
  },
  'plants are listed in the order in which they were added, with a tag only where there is one': async ({
    store,
  }) => {
    const { id } = await store.addUser('ada')
    await addPlants(store, 'Rose:flower', 'Apple:tree', 'Fern', 'Apple:tree')
    await store.grant({ user: 'ada' }, { name: 'Fern' })
    await store.grant({ user: 'ada' }, { all: true })
    assert.deepEqual((await store.page(id, 0, 10)).plants, [
      { name: 'Rose', tag: 'flower' },
      { name: 'Apple', tag: 'tree' },
      { name: 'Fern' },
      { name: 'Apple', tag: 'tree' },
    ])
  },
  'a page is cut at its limit, and the next one goes on after its last plant': async ({ store }) => {
    const { id } = await store.addUser('ada')
    await addPlants(store, 'a', 'b', 'c', 'd', 'e')
    await store.grant({ user: 'ada' }, { all: true })
    await store.revoke({ user: 'ada' }, { name: 'b' })
    const first = await store.page(id, 0, 2)
    const second = await store.page(id, first.last ?? 0, 2)
    assert.deepEqual(
      [first, second].map(({ plants }) => plants.map(({ name }) => name).join('')),
      ['ac', 'de'],
    )
    assert.deepEqual(await store.page(id, second.last ?? 0, 2), { plants: [], last: undefined })
    assert.deepEqual(await store.page(id, 0, 0), { plants: [], last: undefined })
  },
  'a list longer than the longest page is whole, page by page': async ({ store }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'laptop')
    const names = Array.from({ length: maxPageSize * 2 + 7 }, (_, index) => `plant ${index}`)
    await addPlants(store, ...names)
    await store.grant({ user: 'ada' }, { all: true })
    assert.deepEqual(await namesSeen(store, secret, maxPageSize), names)
    assert.deepEqual(await namesSeen(store, secret, 7), names)
  },
  "a page out of bounds is the caller's fault": async ({ store }) => {
    for (const [after, limit] of [
      [0, -1],
      [0, maxPageSize + 1],
      [0, 1.5],
      [0, Number.NaN],
      [0.5, 1],
      [Number.NaN, 1],
    ]) {
      await assert.rejects(store.page(1, after ?? 0, limit ?? 0), RangeError, `${after} ${limit}`)
    }
  },
  'two users who ask for the same see each their own': async ({ store }) => {
    await addPlants(store, 'Rose', 'Oak')
    const [ada, bob] = [await store.addUser('ada'), await store.addUser('bob')]
    await store.grant({ user: 'ada' }, { name: 'Rose' })
    await store.grant({ user: 'bob' }, { name: 'Oak' })
    for (const limit of [1, 20]) {
      assert.deepEqual((await store.page(ada.id, 0, limit)).plants, [{ name: 'Rose' }])
      assert.deepEqual((await store.page(bob.id, 0, limit)).plants, [{ name: 'Oak' }])
    }
  },
  'a user who does not exist sees nothing': async ({ store }) => {
    await addPlants(store, 'Rose')
    assert.deepEqual(await store.page(12_345, 0, 10), { plants: [], last: undefined })
  },
  'the store answers a ping until it is closed, and rejects everything from then on': async ({
    store,
    open,
  }) => {
    await store.ping()
    const closed = await open()
    await closed.close()
    await assert.rejects(closed.ping())
    await assert.rejects(closed.page(1, 0, 1))
    await assert.rejects(closed.addUser('ada'))
    await assert.rejects(closed.users()[Symbol.asyncIterator]().next())
    await refusedWith('not-found', /no user named "ada"/, store.removeUser('ada'))
  },
}
