/** What a store promises about tokens. */
import assert from 'node:assert/strict'
import type { NewToken, TokenFilter } from '../../src/index.ts'
import { type Promises, refusalOf } from './world.ts'

const hour = 3_600_000

export const tokenPromises: Promises = {
  'a token is named by its first characters; its state follows the clock, and a revocation takes precedence over the expiry':
    async ({ store, clock }) => {
      await store.addUser('ada')
      const { secret, token } = await store.createToken('ada', 'laptop', new Date(clock.now + hour))
      assert.equal(token.prefix, secret.slice(0, 12))
      clock.now += hour
      assert.equal((await Array.fromAsync(store.tokens()))[0]?.state, 'expired')
      const revoked = await store.revokeToken(token.id)
      assert.deepEqual([revoked.state, revoked.revokedAt], ['revoked', new Date(clock.now)])
    },
  'a token is accepted once it was delivered, and never if it was not': async ({ store, clock }) => {
    await store.addUser('ada')
    for (const expiresAt of [undefined, new Date(clock.now + hour)]) {
      let seen: NewToken | undefined
      const made = await store.createToken('ada', 'laptop', expiresAt, async (token) => {
        seen = token
        assert.equal(token.token.state, 'active')
        assert.equal(await refusalOf(store, token.secret), 'expired')
      })
      assert.deepEqual(made, seen)
      assert.equal(await refusalOf(store, made.secret), 'accepted')
      assert.deepEqual((await Array.fromAsync(store.tokens())).at(-1), made.token)

      let lost = ''
      const undelivered = store.createToken('ada', 'lost', expiresAt, ({ secret }) => {
        lost = secret
        return Promise.reject(new Error('the pipe is closed'))
      })
      await assert.rejects(undelivered, /the pipe is closed/)
      assert.equal(await refusalOf(store, lost), 'expired')
      assert.equal((await Array.fromAsync(store.tokens())).at(-1)?.state, 'expired')
    }
  },
  'users, active tokens, and tokens that expire soon are counted': async ({ store, clock }) => {
    assert.deepEqual(await store.counts(hour), { users: 0, activeTokens: 0, expiringTokens: 0 })
    await store.addUser('ada')
    await store.addUser('bob')
    await store.createToken('ada', 'endless')
    await store.createToken('ada', 'soon', new Date(clock.now + hour))
    await store.createToken('ada', 'later', new Date(clock.now + hour + 1))
    await store.createToken('bob', 'over', new Date(clock.now + 1))
    await store.revokeToken((await store.createToken('bob', 'revoked')).token.id)
    await store.addUser('eve')
    await store.createToken('eve', 'of a disabled user', new Date(clock.now + hour))
    await store.disableUser('eve')
    clock.now += 1
    assert.deepEqual(await store.counts(hour - 1), { users: 3, activeTokens: 3, expiringTokens: 1 })
    assert.deepEqual(await store.counts(hour), { users: 3, activeTokens: 3, expiringTokens: 2 })
    assert.deepEqual(await store.counts(0), { users: 3, activeTokens: 3, expiringTokens: 0 })
  },
  'tokens that are accepted now and expire by a given time are found': async ({ store, clock }) => {
    for (const user of ['ada', 'bob', 'eve']) await store.addUser(user)
    await store.createToken('ada', 'endless')
    await store.createToken('ada', 'soon', new Date(clock.now + hour))
    await store.createToken('bob', 'soon too', new Date(clock.now + hour))
    await store.createToken('ada', 'later', new Date(clock.now + hour + 1))
    await store.createToken('ada', 'over', new Date(clock.now + 1))
    await store.revokeToken((await store.createToken('ada', 'revoked', new Date(clock.now + hour))).token.id)
    await store.createToken('eve', 'of a disabled user', new Date(clock.now + hour))
    await store.disableUser('eve')
    const expiresBy = new Date(clock.now + hour)
    clock.now += 1
    const names = async (filter: TokenFilter): Promise<string[]> =>
      (await Array.fromAsync(store.tokens({ expiresBy, ...filter }))).map(({ name }) => name)
    assert.deepEqual(await names({}), ['soon', 'soon too'])
    assert.deepEqual(await names({ user: 'bob' }), ['soon too'])
    assert.deepEqual(await names({ after: 2, limit: 1 }), ['soon too'])
  },
  'dead tokens are purged, and no others': async ({ store, clock }) => {
    await store.addUser('ada')
    await store.createToken('ada', 'endless')
    const expired = await store.createToken('ada', 'expired', new Date(clock.now + 10))
    const revoked = await store.createToken('ada', 'revoked')
    await store.createToken('ada', 'young', new Date(clock.now + 11))
    clock.now += 10
    await store.revokeToken(revoked.token.id)
    const deadSince = new Date(clock.now)
    clock.now += hour
    assert.equal(await store.purgeTokens(new Date(deadSince.getTime() - 1)), 0)
    assert.equal(await store.purgeTokens(deadSince), 2)
    assert.deepEqual(
      (await Array.fromAsync(store.tokens())).map(({ name }) => name),
      ['endless', 'young'],
    )
    for (const { secret } of [expired, revoked]) assert.equal(await refusalOf(store, secret), 'unknown')
  },
}
