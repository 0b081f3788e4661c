/** Summarises a database or a backup in numbers, for a person who is about to replace one with the other. */
import type { BackupSummary, DatabaseSummary } from '../backup-options.ts'
import { StoreError } from '../store-error.ts'
import { type Connection, query } from './connection.ts'
import { isThere } from './database-file.ts'
import { isEmpty, listMigrations, pendingMigrations } from './migrations.ts'
import { explainBackup, openBackup } from './open-backup.ts'
import { onlyName } from './one-name.ts'
import { openSqlite } from './open-connection.ts'

/** `describeDatabase` of a file. */
export function describeDatabaseFile(path: string): Promise<DatabaseSummary | undefined> {
  return Promise.try(() => {
    if (!isThere(path)) return undefined
    const database = onlyName(path)
    const connection = openSqlite({ database, readOnly: true })
    try {
      const version = readVersion(connection)
      return version === 0 ? undefined : { ...countContent(connection), version }
    } finally {
      connection.close()
    }
  })
}

/** `describeBackup` of a file of SQLite. */
export function describeFile(file: string): Promise<BackupSummary> {
  return Promise.try(() =>
    explainBackup(file, () => {
      const connection = openBackup(file)
      try {
        const version = readVersion(connection)
        if (version === 0) throw new StoreError('damaged', `The backup ${file} is empty; use another one.`)
        return { ...countContent(connection), version, madeAt: readTime(connection) }
      } finally {
        connection.close()
      }
    }),
  )
}

const sql = {
  // These tables and columns have existed since the first version.
  counts: query<[plants: number, users: number, activeTokens: number]>(`
    select
      (select count(*) from plant),
      (select count(*) from users),
      (select count(*) from token where revoked_at is null and (expires_at is null or expires_at > ?1))`),
  hasDisabled: "select 1 from pragma_table_info('users') where name = 'disabled_at'",
  /** Tokens counted as active although their user is disabled. */
  disabled: query<[tokens: number]>(`
    select count(*)
    from token t join users u on u.user_id = t.user_id
    where t.revoked_at is null and (t.expires_at is null or t.expires_at > ?1) and u.disabled_at is not null`),
  hasTime: "select 1 from sqlite_schema where name = 'backup'",
  time: query<[madeAt: number]>('select made_at from backup'),
} as const

/** How many migrations the file has; 0: it is empty. */
function readVersion(connection: Connection): number {
  const migrations = listMigrations()
  return isEmpty(connection) ? 0 : migrations.length - pendingMigrations(connection, migrations).length
}

/** What the database holds now. */
export function countContent(connection: Connection): Omit<DatabaseSummary, 'version'> {
  const now = Date.now()
  const [plants, users, tokens] = connection.row(sql.counts, now) ?? [0, 0, 0]
  const [refused] = (connection.row(sql.hasDisabled) && connection.row(sql.disabled, now)) ?? [0]
  return { plants, users, activeTokens: tokens - refused }
}

function readTime(connection: Connection): Date | undefined {
  const [madeAt] = (connection.row(sql.hasTime) && connection.row(sql.time)) ?? []
  return madeAt === undefined ? undefined : new Date(madeAt)
}
