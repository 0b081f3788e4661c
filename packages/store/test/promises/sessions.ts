/** What a store promises about opening sessions. */
import assert from 'node:assert/strict'
import { createSecret } from '../../src/token/format.ts'
import { type Promises, refusedWith, sessionOf } from './world.ts'

export const sessionPromises: Promises = {
  'a token is accepted exactly as it was made, and identifies its user': async ({ store }) => {
    const user = await store.addUser('ada')
    const { secret, token } = await store.createToken('ada', 'laptop')
    const { principal } = await sessionOf(store, secret)
    assert.deepEqual(principal, { userId: user.id, user: 'ada', tokenId: token.id })
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
