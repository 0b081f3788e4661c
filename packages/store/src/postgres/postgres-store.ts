/** A store over PostgreSQL. */
import type { ChangeOptions } from '../changes/change-options.ts'
import type { OnRead, Store } from '../store.ts'
import { createAdministration } from './administration.ts'
import { createChange } from './change.ts'
import { type PostgresOptions, usualConnections, usualTimeoutMs } from './open-database.ts'
import { openMigrated } from './open-migrated.ts'
import { createPlantReader } from './plant-reader.ts'
import { TokenUse } from '../token-use.ts'
import { openUseWriter } from './token-use.ts'

/** Opens a database as `options` say. */
export async function openPostgresStore(
  { actor, dryRun, onAudit, ...options }: PostgresOptions & ChangeOptions,
  now: () => number,
  onRead?: OnRead,
): Promise<Store> {
  const database = await openMigrated(options)
  const { readOnly = false, connections = usualConnections, timeoutMs = usualTimeoutMs } = options
  const use = new TokenUse((waitMs) => openUseWriter(database, timeoutMs, waitMs), now)
  const change = createChange(database, { actor, dryRun, onAudit, now, readOnly })
  return {
    ...createPlantReader(database, { now, onRead, use, connections, timeoutMs }),
    recordTokenUse: (waitMs) => use.record(waitMs),
    ...createAdministration(database, change, now),
    close: () => database.close(),
  }
}
