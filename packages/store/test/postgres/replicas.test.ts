/** Lists from replicas are right, whatever the replica has and whatever happens to it. Then its primary is lost. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { until } from '@plant-store/gate/patience'
import { openStore, type PageSource, type SessionEnd, type Store } from '../../src/index.ts'
import { addPlants, namesSeen, refusalOf, refusedWith, sessionOf } from '../promises/world.ts'
import { type Cluster, startCluster } from './cluster.ts'

const plantCount = 450
const pageSize = 150

describe('a store with a replica', () => {
  let cluster: Cluster
  let operator: Store
  let service: Store
  let sources: PageSource[] = []
  let expected: string[]

  before(async () => {
    cluster = await startCluster()
    operator = await openStore({ database: cluster.both })
    service = await openStore({
      database: cluster.both,
      readOnly: true,
      replicas: [cluster.replica],
      onPage: (source) => sources.push(source),
    })
    expected = Array.from({ length: plantCount }, (_, index) => `plant ${index}`)
    await addPlants(operator, ...expected)
    await operator.addUser('ada')
    await operator.grant({ user: 'ada' }, { all: true })
  })
  after(async () => {
    await service.close()
    await operator.close()
    await cluster[Symbol.asyncDispose]()
  })

  const newToken = async (): Promise<{ secret: string; id: number }> => {
    const { secret, token } = await operator.createToken('ada', 'test')
    return { secret, id: token.id }
  }
  /** The list, and the sources of its pages. */
  async function read(secret: string): Promise<{ names: string[]; from: PageSource[] }> {
    sources = []
    return { names: await namesSeen(service, secret, pageSize), from: sources }
  }
  const revoke = async (name: string): Promise<void> => {
    await operator.revoke({ user: 'ada' }, { name })
    expected = expected.filter((each) => each !== name)
  }
  const allFrom = (source: PageSource): PageSource[] => [source, source, source, source]

  it('reads the pages of long lists there, and short lists from the primary', async () => {
    const { secret } = await newToken()
    await cluster.standby.catchUp(cluster.primary)
    assert.deepEqual(await read(secret), { names: expected, from: allFrom('replica') })
    sources = []
    const { plants } = await (await sessionOf(service, secret)).firstPage(100)
    assert.deepEqual([plants.length, sources], [100, []])
  })

  it('answers like the primary while the replica lags, and lists under way end as usual', async () => {
    const [{ secret }, ended] = [await newToken(), await newToken()]
    await cluster.standby.catchUp(cluster.primary)
    await cluster.standby.pauseReplay()
    const [session, other] = [await sessionOf(service, secret), await sessionOf(service, ended.secret)]
    const [page, otherPage] = [await session.firstPage(pageSize), await other.firstPage(pageSize)]

    await operator.revokeToken(ended.id)
    await assert.rejects(other.nextPage(otherPage, pageSize), endedFor('token revoked'))
    assert.deepEqual(await refusalOf(service, ended.secret), 'revoked')

    await revoke('plant 7')
    await assert.rejects(session.nextPage(page, pageSize), endedFor('list changed'))
    const { names, from } = await read(secret)
    assert.deepEqual(names, expected)
    assert.deepEqual(new Set(from), new Set(['lagging']))
    // A token that the replica does not know yet.
    assert.deepEqual((await read((await newToken()).secret)).names, expected)

    await cluster.standby.resumeReplay()
    await cluster.standby.catchUp(cluster.primary)
    assert.deepEqual((await read(secret)).from[0], 'replica')
  })

  it('continues a list when the replica stops meanwhile, and reads there again when it is back', async () => {
    const { secret } = await newToken()
    await cluster.standby.catchUp(cluster.primary)
    const session = await sessionOf(service, secret)
    const page = await session.firstPage(pageSize)
    await cluster.standby.stop('immediate')
    sources = []
    const next = await session.nextPage(page, pageSize)
    assert.deepEqual(
      [next.plants.map(({ name }) => name), sources],
      [expected.slice(pageSize, 2 * pageSize), ['primary']],
    )
    await cluster.standby.start()
    await cluster.standby.catchUp(cluster.primary)
    await untilFrom('replica', secret)
  })

  it('waits a fifth of its time for a replica that hangs, but not again for each page', async () => {
    const { secret } = await newToken()
    await cluster.standby.catchUp(cluster.primary)
    cluster.standby.pause()
    assert.deepEqual(await read(secret), { names: expected, from: allFrom('primary') })
    cluster.standby.resume()
    await untilFrom('replica', secret)
  })

  it('does not read from a server that is not a standby, such as the primary itself', async () => {
    const odd = await openStore({
      database: cluster.database,
      replicas: [cluster.database],
      onPage: (source) => sources.push(source),
    })
    const { secret } = await newToken()
    sources = []
    assert.deepEqual(await namesSeen(odd, secret, pageSize), expected)
    assert.deepEqual(new Set(sources), new Set(['primary']))
    await odd.close()
  })

  it('is not opened over a standby, whose data may be out of date', async () => {
    await refusedWith(
      'unreachable',
      /is a standby.*Name its primary, or all/,
      openStore({ database: cluster.replica }),
    )
  })

  it('finds the new primary among the servers after a promotion, with everything that was acknowledged', async () => {
    await cluster.primary.set({ synchronous_standby_names: '*', synchronous_commit: 'remote_apply' })
    const { secret, id } = await newToken()
    await revoke('plant 8')
    await cluster.primary.stop('kill')
    await refusedWith(
      'unreachable',
      /No server of .* is a primary that answers\. .*is a standby/,
      untilRefused(service),
    )
    await refusedWith('unreachable', /can't be reached|No server of/, operator.addUser('bob'))
    await cluster.standby.promote()
    // Each that found no primary looks again after a rest.
    for (const store of [service, operator]) await untilAnswered(store)
    assert.deepEqual(await read(secret), { names: expected, from: allFrom('primary') })
    await operator.revokeToken(id)
    assert.equal(await refusalOf(service, secret), 'revoked')
  })

  it('ignores a primary that was replaced and came back', async () => {
    const { secret } = await newToken()
    await revoke('plant 9')
    await cluster.primary.start()
    await cluster.primary.set({ synchronous_standby_names: '' })
    // The deposed one makes a change of its own with the same count.
    const deposed = await openStore({ database: cluster.database })
    await deposed.revoke({ user: 'ada' }, { name: 'plant 10' })
    const token = await deposed.createToken('ada', 'test')
    const [past, present] = [await sessionOf(deposed, token.secret), await sessionOf(service, secret)]
    assert.notEqual(past.revision, present.revision)
    await deposed.close()

    assert.deepEqual((await read(secret)).names, expected)
    await cluster.standby.stop('immediate')
    await refusedWith('unreachable', /was replaced by another primary/, untilRefused(service))
    await cluster.standby.start()
    await untilAnswered(service)
    assert.deepEqual((await read(secret)).names, expected)
  })

  /** A replica that failed is left alone for a while. */
  const untilFrom = (source: PageSource, secret: string): Promise<void> =>
    until(`all pages come from the ${source}`, async () => {
      const { names, from } = await read(secret)
      assert.deepEqual(names, expected)
      return from.every((each) => each === source)
    })
})

const endedFor = (reason: SessionEnd): object => ({ name: 'SessionEndedError', reason })

/** Open connections may still answer for a moment, or be lost. Rejects with the final error. */
const untilRefused = (store: Store): Promise<void> =>
  until('the store refuses', async () => {
    try {
      await store.ping()
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('No server of')) throw error
    }
    return false
  })

const untilAnswered = (store: Store): Promise<void> =>
  until('the store answers', () =>
    store.ping().then(
      () => true,
      () => false,
    ),
  )
