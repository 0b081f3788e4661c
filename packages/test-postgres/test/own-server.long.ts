/** A test's own server does what it is told, and so does its standby. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { it } from 'node:test'
import { type OwnServer, startServer } from '../src/index.ts'

const valuesOf = async (server: OwnServer): Promise<unknown[]> =>
  (await server.query('select value from told order by value')).map(({ value }) => value)

it('is followed by a standby, which may be paused and takes its place', async () => {
  let sockets: string[] = []
  {
    await using primary = await startServer()
    await primary.query('create table told (value int)')
    await using standby = await primary.startStandby()
    sockets = [primary.socket, standby.socket]

    await primary.query('insert into told values (1)')
    await standby.catchUp(primary)
    assert.deepEqual(await valuesOf(standby), [1])
    await assert.rejects(standby.query('insert into told values (9)'), /read-only/)

    await standby.pauseReplay()
    await primary.query('insert into told values (2)')
    assert.deepEqual(await valuesOf(standby), [1])
    await standby.resumeReplay()
    await standby.catchUp(primary)
    assert.deepEqual(await valuesOf(standby), [1, 2])

    await primary.set({ synchronous_standby_names: '*', synchronous_commit: 'remote_apply' })
    await primary.query('insert into told values (3)')
    assert.deepEqual(await valuesOf(standby), [1, 2, 3])

    primary.pause()
    const response = primary.query('select 1')
    await standby.promote()
    await standby.query('insert into told values (4)')
    primary.resume()
    await response
    await primary.stop('kill')
    await assert.rejects(primary.query('select 1'))
    await primary.start()
    assert.deepEqual(await valuesOf(primary), [1, 2, 3])
    assert.deepEqual(await valuesOf(standby), [1, 2, 3, 4])
    // It disappears even while it is paused.
    primary.pause()
  }
  for (const socket of sockets) assert.ok(!existsSync(socket))
})
