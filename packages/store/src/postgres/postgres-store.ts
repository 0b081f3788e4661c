/** A store over PostgreSQL. */
import type { ChangeOptions } from '../admin/change.ts'
import type { OnPage, OnRead, Store } from '../store.ts'
import { createAdministration } from '../admin/administration.ts'
import { defaultConnections, defaultTimeoutMs, type PostgresOptions } from './open-database.ts'
import { openMigrated, operatorsDatabase } from './migrate.ts'
import { createPlantReader } from './plant-reader.ts'
import { openReplicas } from './replicas.ts'
import { TokenUse } from '../token/use.ts'
import { openUseWriter } from './token-use.ts'

interface PostgresStoreOptions extends PostgresOptions, ChangeOptions {
  readonly onPage?: OnPage | undefined
  /** Pages longer than this are read from replicas. */
  readonly longPage?: number | undefined
}

/** The share of a request's time limit that it may spend waiting for a replica. */
const replicaShare = 0.2

/** Opens a database according to `options`. */
export async function openPostgresStore(
  { actor, dryRun, accept, onAudit, onPage, longPage, ...options }: PostgresStoreOptions,
  now: () => number,
  onRead?: OnRead,
): Promise<Store> {
  const { readOnly = false, connections = defaultConnections, timeoutMs = defaultTimeoutMs } = options
  const replicas = openReplicas(options.replicas ?? [], {
    now,
    connections,
    timeoutMs: Math.ceil(timeoutMs * replicaShare),
  })
  const database = await openMigrated(options)
  const use = new TokenUse((waitMs) => openUseWriter(database, timeoutMs, waitMs), now)
  const operators = operatorsDatabase(database, readOnly)
  const context = { actor, dryRun, accept, onAudit, now }
  return {
    ...createPlantReader(database, { now, onRead, onPage, replicas, longPage, use, connections, timeoutMs }),
    recordTokenUse: (waitMs) => use.record(waitMs),
    ...createAdministration(operators, context, (work) => work(operators)),
    close: async () => {
      await replicas?.close()
      await database.close()
    },
  }
}
