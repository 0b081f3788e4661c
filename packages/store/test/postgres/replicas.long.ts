/**
 * Random histories that are read from a replica which lags now and then: what is seen is what the model shows. Only they
 * find a page of a replica that is taken for current after an order of changes that nobody thought of. And what is reported
 * on replicas, which needs a second server.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as fc from 'fast-check'
import { examineReplicas, type PageSource } from '../../src/index.ts'
import { replayOn } from '../history/replay.ts'
import { history } from '../history/step.ts'
import { startCluster } from './cluster.ts'
import { replicaWorlds } from './replica-worlds.ts'

it('a store whose replica lags now and then shows every user what the model shows', async () => {
  await using cluster = await startCluster()
  const sources: PageSource[] = []
  const open = await replicaWorlds(cluster, sources)
  await fc.assert(fc.asyncProperty(history, fc.nat(), replayOn(open)), { numRuns: 8 })
  for (const source of ['replica', 'lagging'] as const) assert.ok(sources.includes(source), source)
})

it('for each standby, reports how far it is behind, or that it follows another database', async () => {
  await using cluster = await startCluster()
  const { database, replica, standby } = cluster
  const replicas = [replica, standby.url('postgres'), standby.url('nowhere')]
  const [own, ...others] = await examineReplicas({ database, replicas })
  assert.partialDeepStrictEqual(own, { bytesBehind: 0 })
  assert.equal(others.length, 2)
  for (const other of others)
    assert.match('problem' in other ? other.problem : '', /is no copy of this database\.$/)
})
