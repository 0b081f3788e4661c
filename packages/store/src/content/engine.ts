/** What moving a whole database needs of an engine. */
import type { Database, Reading } from '../admin/sql.ts'
import { type MigrateOptions, type MigrationReport, readVersion } from './migration-steps.ts'
import type { BackupOptions } from './count-content.ts'

/** A database that is closed when it is disposed of. */
export interface Opened extends AsyncDisposable {
  readonly database: Database
  /** The version of its tables. */
  readonly version: number
}

/** A database to be filled. Disposing of it closes it, and removes a new file that was not finished. */
export interface Target extends Opened {
  /** Whether there was no database before, or nothing in it. */
  readonly isNew: boolean
  /** Closes it, and gives a new file its name. */
  finish(): void
}

/** Each function rejects with a `StoreError` as `openStore` does. */
export interface Engine {
  /** Opens a database of any version for reading; undefined if there is no file, or nothing in it. */
  look(database: string): Promise<Opened | undefined>
  /** Brings a database forward, or makes a new one, and opens it for changes. */
  openTarget(database: string): Promise<Target>
  migrate(options: MigrateOptions): Promise<MigrationReport>
  /** `within`: the transaction in which the caller has the same database open. */
  backup(options: BackupOptions, within?: Reading): Promise<void>
  /** The file that is to keep the content of a database that the backup `from` replaces. */
  keptName(database: string, from: string): string
}

/** A database and its version. It is closed if that can't be read. */
export async function openedOf(database: Database, close: () => Promise<void>): Promise<Opened> {
  try {
    return { database, version: await readVersion(database), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The same; undefined, and closed, if there is nothing in it. */
export async function openedUnlessEmpty(
  database: Database,
  close: () => Promise<void>,
): Promise<Opened | undefined> {
  const opened = await openedOf(database, close)
  if (opened.version > 0) return opened
  await close()
  return undefined
}
