/** Random histories that are read from a replica which lags now and then: what is seen is what the model shows. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as fc from 'fast-check'
import type { PageSource } from '../../src/index.ts'
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
