/** Prepares backups for a restore: verified, and of this version. */
import { openUnfinished } from '../unfinished-file.ts'
import { requireSound } from './backup.ts'
import type { Connection } from './connection.ts'
import { readableUrl } from './database-url.ts'
import { runMigrations } from './migrate.ts'
import { listMigrations, pendingMigrations } from './migrations.ts'
import { resolveFile } from './one-name.ts'
import { explainBackup, openBackup } from './open-backup.ts'

/** Runs `work` on a sound backup. One of an older version is brought forward in a private copy beside `beside`. */
export async function withSoundBackup<T>(
  from: string,
  beside: string,
  work: (backup: string) => Promise<T>,
): Promise<T> {
  const isOutdated = explainBackup(from, () => {
    const connection = openBackup(from)
    try {
      return pendingMigrations(connection, listMigrations()).length > 0
    } finally {
      connection.close()
    }
  })
  const workWhenSound = (backup: string): Promise<T> => {
    explainBackup(from, () => requireSound(backup, `The backup ${from}`))
    return work(backup)
  }
  if (!isOutdated) return workWhenSound(from)
  using copy = openUnfinished(beside)
  bringForward(from, copy.path, beside)
  return await workWhenSound(copy.path)
}

function bringForward(from: string, copy: string, name: string): void {
  const connection = openBackup(from)
  try {
    connection.copyTo(copy, name)
  } finally {
    connection.close()
  }
  runMigrations({ database: copy, name }, listMigrations())
}

/** Makes the backup readable through a connection, as `restored`. */
export function attach(connection: Connection, backup: string): void {
  // The rows refer to each other, and were verified: checking each reference again would only take time.
  connection.script('pragma foreign_keys = off')
  connection.run('attach ?1 as restored', readableUrl(resolveFile(backup)).href)
}
