/** Brings a backup back into a database, while others read it. */
import { requireSound } from './backup.ts'
import type { Engine } from './engine.ts'
import { runMigrations } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { openMigrated } from './open-migrated.ts'
import { promised } from './promised.ts'
import { restoreSql } from './sql/restore-sql.ts'
import { locate } from './sqlite.ts'

/** Which database is to hold what a backup holds. */
export interface RestoreOptions {
  readonly database: string
  /** A file that `backup` has written, with this version of the program or an older one that was migrated since. */
  readonly from: string
  readonly busyTimeoutMs?: number
}

/**
 * Verifies the backup, then replaces what the database holds in one transaction: readers see all of it or none, and
 * so does whoever opens the database after a kill or a power cut. A missing database is made first. Ids that were
 * given out since the backup are not given out again, and every user's revision is a new one. Rejects with a
 * `StoreError` as `openStore` does for either file, and nothing is changed.
 */
export function restore(options: RestoreOptions): Promise<void> {
  return promised(() => {
    requireSound(options.from)
    runMigrations(options, listMigrations())
    const engine = openMigrated({ ...options, cacheMib: 64 })
    try {
      replaceContent(engine, options.from)
    } finally {
      engine.close()
    }
  })
}

/** The rows refer to each other, and were verified: checking each reference again would only take time. */
function replaceContent(engine: Engine, from: string): void {
  engine.script('pragma foreign_keys = off')
  engine.run('attach $1 as backup', locate(from, 'ro').href)
  engine.transaction(() => {
    for (const statement of restoreSql) engine.run(statement)
  })
}
