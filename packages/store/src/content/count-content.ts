/** What backups and restores take and report, and the numbers that summarise a database. */
import type { ChangeOptions } from '../admin/change.ts'
import { query, type Reading } from '../admin/sql.ts'
import { countsSql } from '../token/state.ts'

/** What to copy, and where to. */
export interface BackupOptions {
  readonly database: string
  /** The new file. */
  readonly to: string
}

/** Which database to restore, and from which backup. */
export interface RestoreOptions {
  readonly database: string
  /** A file that `backup` wrote, with this version of the program or an older one. It is not changed. */
  readonly from: string
  /** Who restores, and a callback for the entry in the audit trail. */
  readonly audit?: Pick<ChangeOptions, 'actor' | 'onAudit'>
  /** Called while nobody else can change the database, before anything is replaced; nothing is if it throws. */
  readonly accept?: (replacement: Replacement) => void
}

/** What a restore puts in place of what. */
export interface Replacement {
  readonly backup: BackupSummary
  /** Undefined if there is no database yet, or nothing in it. */
  readonly replaced: DatabaseSummary | undefined
}

/** What `restore` did. */
export interface RestoreReport {
  /** The file that holds the previous content of the database; undefined if there was no database. */
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
  /** When the backup was made; unknown for backups of the first versions. */
  readonly madeAt: Date | undefined
}

const countAll = query<[plants: number, users: number, activeTokens: number]>(
  `select (select count(*) from plant), counts.* from (${countsSql}) counts`,
)

/** What the database holds now. */
export async function countContent(reading: Reading): Promise<Omit<DatabaseSummary, 'version'>> {
  const now = Date.now()
  const [plants, users, activeTokens] = (await reading.row(countAll, now, now)) ?? [0, 0, 0]
  return { plants, users, activeTokens }
}
