/** A store over SQLite. */
import type { OnRead, Store } from '../store.ts'
import { createAccess } from './access.ts'
import type { Connection } from './connection.ts'
import { createEffectiveAccess } from './effective-access.ts'
import { createGrantList } from './grant-list.ts'
import { createImports } from './import/imports.ts'
import { openSqlite, type SqliteOptions } from './open-connection.ts'
import { openMigrated } from './open-migrated.ts'
import { createPeople } from './people.ts'
import { createPlantLists } from './plants.ts'
import { createPlantReader } from './read-cache.ts'
import { createStandingGrants } from './standing-grants.ts'
import { createTokens } from './tokens.ts'
import { rebuildAccess, verify } from './verify.ts'

/**
 * Opens a database as `options` say: with a connection for the operator, and one for requests that only reads. What is
 * written through the first is thus another connection's change to the second, as that of another process is.
 */
export function openSqliteStore(options: SqliteOptions, now: () => number, onRead?: OnRead): Store {
  const connection = openMigrated(options)
  const reader = openReader(options, connection)
  return {
    ...createPlantReader(reader, now, onRead),
    ...createPeople(connection, now),
    ...createAccess(connection),
    ...createPlantLists(connection),
    ...createGrantList(connection),
    ...createStandingGrants(connection),
    ...createEffectiveAccess(connection),
    ...createTokens(connection, now),
    ...createImports(() => openMigrated({ ...options, cacheMib: 64 }), now),
    verify: () => verify(connection),
    rebuildAccess: () => Promise.try(() => rebuildAccess(connection)),
    // The writer last: it then empties the log into the file.
    close: () =>
      Promise.try(() => {
        reader.close()
        connection.close()
      }),
  }
}

function openReader(options: SqliteOptions, connection: Connection): Connection {
  try {
    return openSqlite({ ...options, readOnly: true })
  } catch (error) {
    connection.close()
    throw error
  }
}
