/** A store over PostgreSQL. */
import type { ChangeOptions } from '../admin/change.ts'
import type { OnRead, Store } from '../store.ts'
import { createAdministration } from '../admin/administration.ts'
import { defaultConnections, defaultTimeoutMs, type PostgresOptions } from './open-database.ts'
import { openMigrated, operatorsDatabase } from './migrate.ts'
import { createPlantReader } from './plant-reader.ts'
import { TokenUse } from '../token/use.ts'
import { openUseWriter } from './token-use.ts'

/** Opens a database according to `options`. */
export async function openPostgresStore(
  { actor, dryRun, accept, onAudit, ...options }: PostgresOptions & ChangeOptions,
  now: () => number,
  onRead?: OnRead,
): Promise<Store> {
  const { readOnly = false, connections = defaultConnections, timeoutMs = defaultTimeoutMs } = options
  const database = await openMigrated(options)
  const use = new TokenUse((waitMs) => openUseWriter(database, timeoutMs, waitMs), now)
  const operators = operatorsDatabase(database, readOnly)
  const context = { actor, dryRun, accept, onAudit, now }
  return {
    ...createPlantReader(database, { now, onRead, use, connections, timeoutMs }),
    recordTokenUse: (waitMs) => use.record(waitMs),
    ...createAdministration(operators, context, (work) => work(operators)),
    close: () => database.close(),
  }
}
