/** A primary and a standby for one test, with a migrated database. */
import { type OwnServer, startServer } from '@plant-store/test-postgres'
import { migrate } from '../../src/index.ts'

/** The caller disposes of it. */
export interface Cluster extends AsyncDisposable {
  readonly primary: OwnServer
  readonly standby: OwnServer
  /** The addresses of the database: at the primary, at the standby, and at either of them. */
  readonly database: string
  readonly replica: string
  readonly both: string
}

export async function startCluster(): Promise<Cluster> {
  await using stack = new AsyncDisposableStack()
  const primary = stack.use(await startServer())
  const standby = stack.use(await primary.startStandby())
  await primary.query('create database plants')
  const database = primary.url('plants')
  await migrate({ database })
  await standby.catchUp(primary)
  const kept = stack.move()
  return {
    primary,
    standby,
    database,
    replica: standby.url('plants'),
    both: `${database},${encodeURIComponent(standby.socket)}`,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
