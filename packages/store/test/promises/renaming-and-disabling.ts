/** What a store promises about users who are renamed, or disabled for a while. */
import assert from 'node:assert/strict'
import { collect } from '../collect.ts'
import { wrongNames } from './users.ts'
import { addPlants, namesSeen, type Promises, refusedWith, refusalOf, sessionOf } from './world.ts'

export const renamingAndDisablingPromises: Promises = {
  'a renamed user or group keeps all that belongs to it, effective at the next session': async ({
    store,
    open,
  }) => {
    const other = await open()
    await store.addUser('ada')
    await store.addUser('bob')
    await store.addGroup('garden')
    await store.addMember('garden', 'ada')
    await addPlants(store, 'Rose')
    await store.grant({ group: 'garden' }, { all: true })
    const { secret } = await store.createToken('ada', 'laptop')
    const before = await sessionOf(other, secret)
    await store.renameUser('ada', 'Ada Lovelace')
    await store.renameGroup('garden', 'orchard')
    const { principal, revision } = await sessionOf(other, secret)
    assert.deepEqual(principal, { ...before.principal, user: 'Ada Lovelace' })
    assert.equal(revision, before.revision)
    assert.deepEqual(await namesSeen(other, secret), ['Rose'])
    const [renamed] = await collect(store.users())
    assert.deepEqual([renamed?.name, renamed?.groups], ['Ada Lovelace', ['orchard']])
    await refusedWith('conflict', /named "bob" already/, store.renameUser('Ada Lovelace', 'bob'))
    await refusedWith('not-found', /no user named "ada"/, store.renameUser('ada', 'eve'))
    await refusedWith('not-found', /no group named "garden"/, store.renameGroup('garden', 'x'))
    for (const [name, problem] of wrongNames) {
      await refusedWith('invalid', problem, store.renameUser('bob', name))
      await refusedWith('invalid', problem, store.renameGroup('orchard', name))
    }
  },
  'the tokens of a disabled user are refused by every store at its next call, and are accepted again later':
    async ({ store, open, clock }) => {
      const other = await open()
      await store.addUser('ada')
      await store.addUser('bob')
      await addPlants(store, 'Rose')
      await store.grant({ user: 'ada' }, { all: true })
      const { secret, token } = await store.createToken('ada', 'laptop')
      const bobs = await store.createToken('bob', 'laptop')
      const { revision } = await sessionOf(other, secret)
      assert.equal(await store.disableUser('ada'), true)
      assert.equal(await store.disableUser('ada'), false)
      const refusal = { refusal: 'user disabled', user: 'ada', tokenId: token.id }
      assert.deepEqual(await other.openSession(secret), refusal)
      assert.deepEqual(await store.openSession(secret), refusal)
      assert.equal(await refusalOf(other, bobs.secret), 'accepted')
      assert.deepEqual((await collect(store.users()))[0]?.disabledAt, new Date(clock.now))
      assert.deepEqual(
        (await collect(store.tokens())).map(({ state }) => state),
        ['user disabled', 'active'],
      )
      assert.equal((await store.counts(0)).activeTokens, 1)
      await refusedWith('invalid', /"ada" of token 1 is disabled/, store.rotateToken(token.id, 0))
      assert.equal(await store.enableUser('ada'), true)
      assert.equal(await store.enableUser('ada'), false)
      assert.equal((await sessionOf(other, secret)).revision, revision)
      assert.deepEqual(await namesSeen(other, secret), ['Rose'])
      await refusedWith('not-found', /no user named "eve"/, store.disableUser('eve'))
      await refusedWith('not-found', /no user named "eve"/, store.enableUser('eve'))
    },
  'a token that has ended is reported as ended, even if its user is disabled': async ({ store, clock }) => {
    await store.addUser('ada')
    const expired = await store.createToken('ada', 'expired', new Date(clock.now + 1))
    const revoked = await store.createToken('ada', 'revoked')
    await store.revokeToken(revoked.token.id)
    clock.now += 1
    await store.disableUser('ada')
    assert.equal(await refusalOf(store, expired.secret), 'expired')
    assert.equal(await refusalOf(store, revoked.secret), 'revoked')
  },
}
