/** Opens a database as a store. */
import type { AuditEntry } from './audit.ts'
import { isPostgresUrl } from './postgres/address.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import { StoreError } from './store-error.ts'
import type { OnPage, OnRead, Store } from './store.ts'

/** Which database to open, and how. */
export interface OpenStoreOptions {
  /** The path of a file, or the address of a database of PostgreSQL, `postgres://…`. */
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
  /** The most connections to PostgreSQL at the same time. */
  readonly connections?: number
  /** How long to wait for PostgreSQL: for a turn, and again for what a request asked. 15 s unless given. */
  readonly timeoutMs?: number
  /**
   * The addresses of standbys of PostgreSQL that pages of long lists are read from. They may be any time behind, or gone: the
   * primary says whether a page of theirs counts, and is asked itself where it doesn't. Each host of an address is one.
   */
  readonly replicas?: readonly string[]
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number
  readonly onRead?: OnRead
  readonly onPage?: OnPage
}

/**
 * Opens an existing database that has been brought forward by `migrate`; never creates one. Rejects with a
 * `StoreError`: `missing`, `unreadable`, `unreachable`, `invalid`, `foreign`, `newer`, `outdated`, `damaged`. The caller closes the store.
 */
export async function openStore({ now = Date.now, onRead, ...options }: OpenStoreOptions): Promise<Store> {
  if (!isPostgresUrl(options.database)) {
    if ((options.replicas ?? []).length > 0) throw new StoreError('invalid', 'A file has no replicas.')
    return openSqliteStore(options, now, onRead)
  }
  // Loaded only where it is used: its driver is large.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  return openPostgresStore(options, now, onRead)
}
