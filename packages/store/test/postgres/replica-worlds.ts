/** Worlds for histories that are read from a replica whose replay is paused and resumed all the time. */
import type { OwnServer } from '@plant-store/test-postgres'
import { migrate, type OpenStoreOptions, type PageSource, type Store } from '../../src/index.ts'
import { openPostgresStore } from '../../src/postgres/postgres-store.ts'
import { openWorldIn } from '../open-world.ts'
import type { OpenWorld } from '../promises/world.ts'
import type { Cluster } from './cluster.ts'
import { emptyDatabase } from './databases.ts'

/** How many sessions are opened before replay is paused or resumed. */
const sessionsBetween = 5

/** Opens successive worlds in one database. `sources` receives the source of each page. */
export async function replicaWorlds(cluster: Cluster, sources: PageSource[]): Promise<OpenWorld> {
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
