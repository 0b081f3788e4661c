/** What a store promises about tokens that end soon, and about those that ended long ago. */
import assert from 'node:assert/strict'
import type { TokenFilter } from '../../src/index.ts'
import { collect } from '../collect.ts'
import { type Promises, refusedWith, refusalOf } from './world.ts'

const hour = 3_600_000

export const endingTokenPromises: Promises = {
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
      (await collect(store.tokens({ expiresBy, ...filter }))).map(({ name }) => name)
    assert.deepEqual(await names({}), ['soon', 'soon too'])
    assert.deepEqual(await names({ user: 'bob' }), ['soon too'])
    assert.deepEqual(await names({ after: 2, limit: 1 }), ['soon too'])
    await refusedWith('invalid', /no date/, collect(store.tokens({ expiresBy: new Date(Number.NaN) })))
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
      (await collect(store.tokens())).map(({ name }) => name),
      ['endless', 'young'],
    )
    for (const { secret } of [expired, revoked]) assert.equal(await refusalOf(store, secret), 'unknown')
    await refusedWith('invalid', /no date/, store.purgeTokens(new Date(Number.NaN)))
  },
}
