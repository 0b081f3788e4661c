/** Opens a database as a store. */
import { createAccess } from './access.ts'
import { writeBackup } from './backup.ts'
import { createCatalogue } from './cached-catalogue.ts'
import { createImports } from './import/imports.ts'
import { openMigrated } from './open-migrated.ts'
import { createPeople } from './people.ts'
import { createPlantLists } from './plants.ts'
import { promised } from './promised.ts'
import type { SqliteOptions } from './sqlite.ts'
import type { OnRead, Store } from './store.ts'
import { createTokens } from './tokens.ts'
import { rebuildAccess, verify } from './verify.ts'

/** Which database to open, and how. */
export interface OpenStoreOptions extends Pick<SqliteOptions, 'database' | 'readOnly' | 'busyTimeoutMs'> {
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number
  readonly onRead?: OnRead
}

/**
 * Opens an existing database that has been brought forward by `migrate`; never creates one. Rejects with a
 * `StoreError`: `missing`, `unreadable`, `foreign`, `newer`, `outdated`, `damaged`. The caller closes the store.
 */
export function openStore(options: OpenStoreOptions): Promise<Store> {
  const { now = Date.now, onRead } = options
  return promised(() => createStore(options, now, onRead))
}

/** A store over a database opened as `options` say. */
export function createStore(options: SqliteOptions, now: () => number, onRead?: OnRead): Store {
  const engine = openMigrated(options)
  return {
    ...createCatalogue(engine, now, onRead),
    ...createPeople(engine, now),
    ...createAccess(engine),
    ...createPlantLists(engine),
    ...createTokens(engine, now),
    ...createImports(() => openMigrated({ ...options, cacheMib: 64 }), now),
    verify: () => verify(engine),
    rebuildAccess: () => promised(() => rebuildAccess(engine)),
    backup: (file) => promised(() => writeBackup(engine, file)),
    close: () => promised(() => engine.close()),
  }
}
