/** What backups are asked for, and what is told of them, whatever the engine. */
import type { ChangeOptions } from './changes/change-options.ts'

/** What to copy, and where to. */
export interface BackupOptions {
  readonly database: string
  /** The new file. */
  readonly to: string
}

/** Which database is to hold what a backup holds. */
export interface RestoreOptions {
  readonly database: string
  /** A file that `backup` has written, with this version of the program or an older one. It is not changed. */
  readonly from: string
  /** Who does it, and who hears of its entry in the audit trail. */
  readonly audit?: Pick<ChangeOptions, 'actor' | 'onAudit'>
}

/** What `restore` did. */
export interface RestoreReport {
  /** The file that holds what the database held before; undefined where there was no database. */
  readonly keptAs: string | undefined
}

/** What is in a database. */
export interface DatabaseSummary {
  readonly plants: number
  readonly users: number
  /** Tokens that are accepted. */
  readonly activeTokens: number
  /** The version of the tables. */
  readonly version: number
}

/** What is in a backup. */
export interface BackupSummary extends DatabaseSummary {
  /** When it was made; unknown of those of the first versions. */
  readonly madeAt: Date | undefined
}
