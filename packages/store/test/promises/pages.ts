/** What a store promises about the lists that sessions page through. */
import assert from 'node:assert/strict'
import { maxPageSize, type Page, type Session, type SessionEnd, type Store } from '../../src/index.ts'
import { maxPageLength } from '../../src/reading/pages.ts'
import { maxPlantTextLength } from '../../src/text-rules.ts'
import { addPlants, namesSeen, type Promises, sessionOf, type World } from './world.ts'

/** The session of a new user who sees the plants a to e. */
async function openList(store: Store): Promise<{ session: Session; secret: string; tokenId: number }> {
  await store.addUser('ada')
  await addPlants(store, 'a', 'b', 'c', 'd', 'e')
  await store.grant({ user: 'ada' }, { all: true })
  const { secret, token } = await store.createToken('ada', 'laptop')
  return { session: await sessionOf(store, secret), secret, tokenId: token.id }
}

const names = ({ plants }: Page): string => plants.map(({ name }) => name).join('')

/** Checks that a list can't be continued after `change`. */
async function ends(
  { store }: World,
  reason: SessionEnd,
  change: (tokenId: number) => Promise<unknown>,
): Promise<void> {
  const { session, tokenId } = await openList(store)
  const page = await session.firstPage(2)
  assert.equal(names(await session.nextPage(page, 2)), 'cd')
  await change(tokenId)
  await assert.rejects(session.nextPage(page, 2), { name: 'SessionEndedError', reason })
}

export const pagePromises: Promises = {
  'a page ends at its limit, and the next one begins after its last plant': async ({ store }) => {
    const { secret } = await openList(store)
    await store.revoke({ user: 'ada' }, { name: 'b' })
    const session = await sessionOf(store, secret)
    const first = await session.firstPage(2)
    const second = await session.nextPage(first, 2)
    assert.deepEqual([names(first), names(second)], ['ac', 'de'])
    const { revision } = session
    assert.deepEqual(await session.nextPage(second, 2), {
      plants: [],
      last: undefined,
      isCut: false,
      revision,
    })
    assert.deepEqual(await session.firstPage(0), { plants: [], last: undefined, isCut: false, revision })
  },
  'a list longer than the longest page is complete, page by page': async ({ store }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'laptop')
    const expected = Array.from({ length: maxPageSize * 2 + 7 }, (_, index) => `plant ${index}`)
    await addPlants(store, ...expected)
    await store.grant({ user: 'ada' }, { all: true })
    assert.deepEqual(await namesSeen(store, secret, maxPageSize), expected)
    assert.deepEqual(await namesSeen(store, secret, 7), expected)
  },
  'a page of long texts is cut, says so, and is continued where it was cut': async ({ store }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'laptop')
    const long = '🌱'.repeat(maxPlantTextLength - 3)
    const expected = Array.from({ length: 150 }, (_, index) => `${long}${String(index).padStart(3, '0')}`)
    await addPlants(store, 'Oak', ...expected.map((name) => `${name}:${long}`))
    await store.grant({ user: 'ada' }, { all: true })
    const session = await sessionOf(store, secret)
    const pages: Page[] = []
    for (
      let page = await session.firstPage(maxPageSize);
      ;
      page = await session.nextPage(page, maxPageSize)
    ) {
      pages.push(page)
      if (!page.isCut) break
    }
    const longest = Math.max(...pages.map(({ plants }) => JSON.stringify(plants).length))
    assert.ok(longest < 2.5 * maxPageLength, `${longest}: characters outside of the BMP count twice`)
    const seen = pages.flatMap(({ plants }) => plants.map(({ name }) => name))
    assert.deepEqual(seen, ['Oak', ...expected])
  },
  "a page out of bounds, or after the last one, is the caller's mistake": async ({ store }) => {
    const { session } = await openList(store)
    const page = await session.firstPage(2)
    for (const limit of [-1, maxPageSize + 1, 1.5, Number.NaN]) {
      await assert.rejects(session.firstPage(limit), RangeError, String(limit))
      await assert.rejects(session.nextPage(page, limit), RangeError, String(limit))
    }
    await assert.rejects(session.nextPage(await session.firstPage(0), 2), RangeError)
  },
  'a first page has the revision of the list that it shows': async ({ store }) => {
    const { session, secret } = await openList(store)
    await store.revoke({ user: 'ada' }, { name: 'b' })
    const page = await session.firstPage(500)
    assert.equal(names(page), 'acde')
    assert.notEqual(page.revision, session.revision)
    assert.equal(page.revision, (await sessionOf(store, secret)).revision)
  },
  'a list that changed is not continued': (world) =>
    ends(world, 'list changed', () => world.store.revoke({ user: 'ada' }, { name: 'e' })),
  'a list whose token was revoked is not continued': (world) =>
    ends(world, 'token revoked', (tokenId) => world.store.revokeToken(tokenId)),
  'a list whose token expired is not continued': (world) =>
    ends(world, 'token expired', async (tokenId) => {
      await world.store.rotateToken(tokenId, 1000)
      world.clock.now += 1000
    }),
  'a list whose user was disabled is not continued': (world) =>
    ends(world, 'user disabled', () => world.store.disableUser('ada')),
  'a list whose user was removed is neither continued nor begun': async (world) => {
    await ends(world, 'user removed', () => world.store.removeUser('ada'))
    await world.store.addUser('bob')
    const session = await sessionOf(world.store, (await world.store.createToken('bob', 'test')).secret)
    await world.store.removeUser('bob')
    await assert.rejects(session.firstPage(2), { name: 'SessionEndedError', reason: 'user removed' })
  },
  'equal calls return identical sessions and pages as long as nothing changes for the user': async ({
    store,
  }) => {
    const { session, secret } = await openList(store)
    const page = await session.firstPage(2)
    await store.addUser('bob')
    assert.equal(await sessionOf(store, secret), session)
    assert.equal(await session.firstPage(2), page)
    assert.notEqual(await session.firstPage(3), page)
    await store.revoke({ user: 'ada' }, { name: 'e' })
    const changed = await sessionOf(store, secret)
    assert.notEqual(changed, session)
    assert.notEqual(await changed.firstPage(2), page)
  },
}
