/** What a store promises about when tokens were last used. */
import assert from 'node:assert/strict'
import type { TokenInfo } from '../../src/index.ts'
import { type Promises, refusalOf, type World } from './world.ts'

const hour = 3_600_000

async function tokenOf({ store }: Pick<World, 'store'>, id: number): Promise<TokenInfo> {
  const token = (await Array.fromAsync(store.tokens())).find((each) => each.id === id)
  return token ?? assert.fail(`there is no token ${id}`)
}

export const tokenUsePromises: Promises = {
  'a use is written down to the hour when the store is told to, even if it is read-only': async (world) => {
    const { store, clock, open } = world
    await store.addUser('ada')
    const { secret, token } = await store.createToken('ada', 'laptop')
    const service = await open({ readOnly: true })
    const began = clock.now
    clock.now += hour + 1
    assert.equal(await refusalOf(service, secret), 'accepted')
    assert.equal((await tokenOf(world, token.id)).lastUsedAt, undefined)
    assert.equal(await service.recordTokenUse(), 1)
    const { lastUsedAt, useRecordedSince } = await tokenOf(world, token.id)
    assert.deepEqual([lastUsedAt, useRecordedSince], [new Date(began + hour), new Date(began)])
  },
  'a token is written once an hour, however often it is used and whatever else changes': async ({
    store,
    clock,
  }) => {
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'laptop')
    const written: number[] = []
    for (const minutes of [0, 1, 58, 1, 1, 59, 600]) {
      clock.now += minutes * 60_000
      await store.addUser(`at ${clock.now}`)
      for (let times = 0; times < 3; times += 1) assert.equal(await refusalOf(store, secret), 'accepted')
      written.push(await store.recordTokenUse())
    }
    assert.deepEqual(written, [1, 0, 0, 1, 0, 1, 1])
  },
  'a refused or malformed token does not count as used': async (world) => {
    const { store } = world
    await store.addUser('ada')
    const { secret, token } = await store.createToken('ada', 'laptop')
    await store.disableUser('ada')
    assert.equal(await refusalOf(store, secret), 'user disabled')
    assert.equal(await refusalOf(store, 'nonsense'), 'malformed')
    assert.equal(await store.recordTokenUse(), 0)
    assert.equal((await tokenOf(world, token.id)).lastUsedAt, undefined)
  },
  'a token that was never used is distinguished from one whose use was not recorded yet': async (world) => {
    const { store, clock, open } = world
    await store.addUser('ada')
    const old = await store.createToken('ada', 'old')
    assert.equal((await tokenOf(world, old.token.id)).useRecordedSince, undefined)
    clock.now += 1
    const service = await open({ readOnly: true })
    const since = new Date(clock.now)
    await service.recordTokenUse()
    clock.now += 1
    const young = await store.createToken('ada', 'young')
    assert.deepEqual((await tokenOf(world, old.token.id)).useRecordedSince, since)
    assert.deepEqual((await tokenOf(world, young.token.id)).useRecordedSince, new Date(clock.now))
    const later = await open({ readOnly: true })
    await later.recordTokenUse()
    assert.deepEqual((await tokenOf(world, old.token.id)).useRecordedSince, since)
  },
  'more uses than fit into a batch are all written, and the later use of two services counts': async ({
    store,
    clock,
    open,
  }) => {
    await store.addUser('ada')
    const secrets: string[] = []
    for (let count = 0; count < 250; count += 1) secrets.push((await store.createToken('ada', 't')).secret)
    const first = await open({ readOnly: true })
    const second = await open({ readOnly: true })
    for (const secret of secrets) await first.openSession(secret)
    clock.now += hour
    for (const secret of secrets) await second.openSession(secret)
    assert.equal(await second.recordTokenUse(), 250)
    assert.equal(await first.recordTokenUse(), 250)
    const uses = new Set(
      (await Array.fromAsync(store.tokens())).map(({ lastUsedAt }) => lastUsedAt?.getTime()),
    )
    assert.deepEqual([...uses], [clock.now])
  },
}
