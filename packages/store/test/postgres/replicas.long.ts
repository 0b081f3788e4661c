/**
 * Random histories that are read from a replica which lags now and then: what is seen is what the model shows. Only they
 * find a page of a replica that is taken for current after an order of changes that nobody thought of. And what is reported
 * on replicas, which needs a second server.
 */
import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { it } from 'node:test'
import {
  examineReplicas,
  migrate,
  type OpenStoreOptions,
  type PageSource,
  type Store,
} from '../../src/index.ts'
import { replayOn } from '../history/replay.ts'
import { history } from '../history/step.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { OwnServer } from '@plant-store/test-postgres'
import { openPostgresStore } from '../../src/postgres/postgres-store.ts'
import { openWorldIn } from '../databases.ts'
import type { OpenWorld } from '../promises/world.ts'
import { emptyDatabase } from './databases.ts'

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

/** How many sessions are opened before replay is paused or resumed. */
const sessionsBetween = 5

/** Opens successive worlds in one database. `sources` receives the source of each page. */
async function replicaWorlds(cluster: Cluster, sources: PageSource[]): Promise<OpenWorld> {
  const { primary, standby } = cluster
  await primary.query('create database histories')
  const database = primary.url('histories')
  await migrate({ database })
  await standby.catchUp(primary)
  const replicas = [standby.url('histories')]
  const onPage = (source: PageSource): void => void sources.push(source)
  return () => {
    const held = holdUpNowAndThen(standby)
    const openStoreIn = async ({ now = Date.now, ...options }: OpenStoreOptions): Promise<Store> => {
      // Even short pages: histories have short lists.
      const store = await openPostgresStore({ ...options, replicas, longPage: 0, onPage }, now)
      const openSession: Store['openSession'] = async (...asked) => {
        await held.pass()
        return store.openSession(...asked)
      }
      return { ...store, openSession }
    }
    return openWorldIn(database, openStoreIn, async () => {
      await held.end()
      await emptyDatabase(database)
      await standby.catchUp(primary)
    })
  }
}

interface HeldUp {
  pass(): Promise<void>
  end(): Promise<void>
}

function holdUpNowAndThen(standby: OwnServer): HeldUp {
  let passed = 0
  let isHeld = false
  const toggle = async (): Promise<void> => {
    isHeld = !isHeld
    await (isHeld ? standby.pauseReplay() : standby.resumeReplay())
  }
  return {
    pass: async () => {
      passed += 1
      if (passed % sessionsBetween === 0) await toggle()
    },
    end: async () => {
      if (isHeld) await toggle()
    },
  }
}
