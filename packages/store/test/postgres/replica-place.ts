/** A place for histories that are read from a replica whose replay is paused and resumed all the time. */
import type { OwnServer } from '@plant-store/test-postgres'
import { migrate, type PageSource, type Store } from '../../src/index.ts'
import { openPostgresStore } from '../../src/postgres/postgres-store.ts'
import type { MakePlace } from '../history/place.ts'
import type { Cluster } from './cluster.ts'
import { emptyDatabase, executeRaw, readAccessRows } from './databases.ts'

/** How many sessions are opened before replay is paused or resumed. */
const sessionsBetween = 5

/** Makes successive places in one database. `sources` receives the source of each page. */
export async function replicaPlaces(cluster: Cluster, sources: PageSource[]): Promise<MakePlace> {
  const { primary, standby } = cluster
  await primary.query('create database histories')
  const database = primary.url('histories')
  await migrate({ database })
  await standby.catchUp(primary)
  const replicas = [standby.url('histories')]
  return async (now) => {
    const onPage = (source: PageSource): void => void sources.push(source)
    // Even short pages: histories have short lists.
    const store = await openPostgresStore({ database, replicas, longPage: 0, onPage }, now)
    const held = holdUpNowAndThen(standby)
    return {
      store: {
        ...store,
        openSession: async (...asked: Parameters<Store['openSession']>) => {
          await held.pass()
          return store.openSession(...asked)
        },
      },
      execute: (sql) => executeRaw(database, sql),
      accessRows: () => readAccessRows(database),
      close: async () => {
        await held.end()
        await store.close()
        await emptyDatabase(database)
        await standby.catchUp(primary)
      },
    }
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
