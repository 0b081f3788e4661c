/** Reports on replicas: how far behind each is, or that it is not a replica of this database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { examineReplicas } from '../../src/index.ts'
import { startCluster } from './cluster.ts'

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
