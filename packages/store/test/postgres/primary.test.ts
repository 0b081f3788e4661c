/** The primary is found among the servers of an address, also after another one was promoted; a standby is never read. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { until } from '@plant-store/gate/patience'
import { type OwnServer, startServer } from '@plant-store/test-postgres'
import { migrate, openStore, type Store } from '../../src/index.ts'
import { addPlants, namesSeen, refusalOf, refusedWith, sessionOf } from '../promises/world.ts'

describe('a store over a primary and its standby', () => {
  const servers = new AsyncDisposableStack()
  let primary: OwnServer
  let standby: OwnServer
  let operator: Store
  let service: Store
  const expected = new Set(['aloe', 'basil', 'cactus', 'dill'])

  before(async () => {
    primary = servers.use(await startServer())
    standby = servers.use(await primary.startStandby())
    await primary.query('create database plants')
    await migrate({ database: primary.url('plants') })
    const both = `${primary.url('plants')},${encodeURIComponent(standby.socket)}`
    operator = await openStore({ database: both })
    service = await openStore({ database: both, readOnly: true })
    await addPlants(operator, ...expected)
    await operator.addUser('ada')
    await operator.grant({ user: 'ada' }, { all: true })
  })
  after(async () => {
    await service.close()
    await operator.close()
    await servers.disposeAsync()
  })

  const newToken = async (): Promise<{ secret: string; id: number }> => {
    const { secret, token } = await operator.createToken('ada', 'test')
    return { secret, id: token.id }
  }
  const revoke = async (name: string): Promise<void> => {
    await operator.revoke({ user: 'ada' }, { name })
    expected.delete(name)
  }
  const requireList = async (secret: string): Promise<void> =>
    assert.deepEqual(await namesSeen(service, secret), [...expected])

  it('is not opened over a standby, whose data may be out of date', async () => {
    await refusedWith(
      'unreachable',
      /is a standby.*Name its primary, or all/,
      openStore({ database: standby.url('plants') }),
    )
  })

  it('finds the new primary among the servers after a promotion, with everything that was acknowledged', async () => {
    await primary.set({ synchronous_standby_names: '*', synchronous_commit: 'remote_apply' })
    const { secret, id } = await newToken()
    await revoke('basil')
    await primary.stop('kill')
    await refusedWith(
      'unreachable',
      /No server of .* is a primary that answers\. .*is a standby/,
      untilRefused(service),
    )
    await refusedWith('unreachable', /can't be reached|No server of/, operator.addUser('bob'))
    await standby.promote()
    // Each that found no primary looks again after a rest.
    for (const store of [service, operator]) await untilAnswered(store)
    await requireList(secret)
    await operator.revokeToken(id)
    assert.equal(await refusalOf(service, secret), 'revoked')
  })

  it('ignores a primary that was replaced and came back', async () => {
    const { secret } = await newToken()
    await revoke('cactus')
    await primary.start()
    await primary.set({ synchronous_standby_names: '' })
    // The deposed one makes a change of its own with the same count.
    const deposed = await openStore({ database: primary.url('plants') })
    await deposed.revoke({ user: 'ada' }, { name: 'dill' })
    const token = await deposed.createToken('ada', 'test')
    const [past, present] = [await sessionOf(deposed, token.secret), await sessionOf(service, secret)]
    assert.notEqual(past.revision, present.revision)
    await deposed.close()

    await requireList(secret)
    await standby.stop('kill')
    await refusedWith('unreachable', /was replaced by another primary/, untilRefused(service))
    await standby.start()
    await untilAnswered(service)
    await requireList(secret)
  })
})

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
