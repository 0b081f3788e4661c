/** Opens a database as a store. */
import type { AuditEntry } from './audit.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import type { OnRead, Store } from './store.ts'

/** Which database to open, and how. */
export interface OpenStoreOptions {
  readonly database: string
  /**
   * For reading only. In a directory that may not be written to, a database that nobody has open is read as it stands.
   * Once somebody changes it, sessions and pings reject with `unreadable` until it is opened again.
   */
  readonly readOnly?: boolean
  /** Who runs the program, for the audit trail; it has the user of the operating system as well. */
  readonly actor?: string | undefined
  /**
   * Every change is done and taken back: calls resolve to what they would have done, and nothing was changed. Only a
   * token that is to be delivered can't be tried so.
   */
  readonly dryRun?: boolean
  /** Hears of each entry of the audit trail that this store makes, once it is on disk. */
  readonly onAudit?: (entry: AuditEntry) => void
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number
  readonly onRead?: OnRead
}

/**
 * Opens an existing database that has been brought forward by `migrate`; never creates one. Rejects with a
 * `StoreError`: `missing`, `unreadable`, `foreign`, `newer`, `outdated`, `damaged`. The caller closes the store.
 */
// oxlint-disable-next-line typescript/require-await -- what is thrown rejects
export async function openStore({ now = Date.now, onRead, ...options }: OpenStoreOptions): Promise<Store> {
  return openSqliteStore(options, now, onRead)
}
