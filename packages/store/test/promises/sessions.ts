/** What a store promises about opening sessions. */
import assert from 'node:assert/strict'
import { createSecret } from '../../src/token/format.ts'
import { type Promises, refusalOf, refusedWith, sessionOf } from './world.ts'

export const sessionPromises: Promises = {
  'a token is accepted exactly as it was made, and identifies its user': async ({ store }) => {
    const user = await store.addUser('ada')
    const { secret, token } = await store.createToken('ada', 'laptop')
    const { principal } = await sessionOf(store, secret)
    assert.deepEqual(principal, { userId: user.id, user: 'ada', tokenId: token.id })
  },
  'a token with an added, missing or changed character is malformed': async ({ store }) => {
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
      assert.deepEqual(await store.openSession(text), { refusal: 'malformed' }, text)
    }
  },
  'every store over the database refuses a revoked token at its next call': async ({ store, open }) => {
    const other = await open()
    await store.addUser('ada')
    const { secret, token } = await store.createToken('ada', 'laptop')
    assert.equal(await refusalOf(other, secret), 'accepted')
    await store.revokeToken(token.id)
    const revoked = { refusal: 'revoked', user: 'ada', tokenId: token.id }
    assert.deepEqual(await other.openSession(secret), revoked)
    assert.deepEqual(await store.openSession(secret), revoked)
  },
  'the store answers a ping until it is closed, and rejects everything from then on': async ({
    store,
    open,
  }) => {
    await store.ping()
    const closed = await open()
    await closed.close()
    await assert.rejects(closed.ping())
    await assert.rejects(closed.openSession(createSecret()))
    await assert.rejects(closed.addUser('ada'))
    await assert.rejects(closed.users()[Symbol.asyncIterator]().next())
    await refusedWith('not-found', /no user named "ada"/, store.removeUser('ada'))
  },
}
