/** Restores a backup into a PostgreSQL database while others read it. */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RestoreOptions, RestoreReport } from '../backup-options.ts'
import { StoreError } from '../store-error.ts'
import { parseAddress } from './address.ts'
import { backupPostgres } from './backup.ts'
import { createChange } from '../admin/change.ts'
import { countContent, describeDump } from './describe-database.ts'
import { migratePostgres } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { openMigrated } from './open-migrated.ts'
import { operatorsDatabase } from './operators-database.ts'
import { replaceContent } from './replace-content.ts'
import { requireServer } from './require-server.ts'

/**
 * Keeps a backup of the current content beside the one that is restored, then replaces all of it in one transaction,
 * under the lock of changes: readers see all of it or none. Only rows are restored: the tables, their owner and others'
 * read privileges stay as they are. The audit trail continues; an empty database gets that of the backup. Rejects with
 * a `StoreError` as `describeDump`, `backupPostgres` and `openStore` do; nothing has then been replaced.
 */
export async function restorePostgres({
  database,
  from,
  audit = {},
  accept,
}: RestoreOptions): Promise<RestoreReport> {
  await requireServer(database)
  const backup = await describeDump(from)
  const { madeAt } = backup
  if (backup.version < listMigrations().length) {
    throw new StoreError(
      'outdated',
      `The backup ${from} is of an older version. Put it into an empty database with pg_restore, and run migrate there.`,
    )
  }
  const { created, version } = await migratePostgres({ database })
  const keptAs = created ? undefined : keptName(database, from)
  const target = await openMigrated({ database, connections: 1 })
  const change = createChange(operatorsDatabase(target, false), { ...audit, now: Date.now })
  let isKept = false
  try {
    await change('restore', [from], async (tx) => {
      accept?.({ backup, replaced: created ? undefined : { ...(await countContent(tx)), version } })
      if (keptAs !== undefined) {
        await backupPostgres({ database, to: keptAs })
        isKept = true
      }
      return { madeAt, keptAs, ...(await replaceContent(tx, from)) }
    })
    return { keptAs }
  } catch (error) {
    if (!isKept || keptAs === undefined) throw error
    if (isUncertain(error)) throw keptFor(error, keptAs)
    // If nothing was replaced, nothing needs to be kept.
    rmSync(keptAs, { force: true })
    throw error
  } finally {
    await target.close()
  }
}

function keptName(url: string, from: string): string {
  const { database } = parseAddress(url)
  const at = new Date().toISOString().replaceAll(':', '-')
  return join(dirname(from), `${encodeURIComponent(database)}.replaced-${at}`)
}

/** Whether the connection was lost, perhaps during the commit. */
function isUncertain(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'unreachable'
}

function keptFor({ code, message, cause }: StoreError, keptAs: string): StoreError {
  return new StoreError(code, `${message} What the database held before is in ${keptAs}.`, cause)
}
