/** The part of a store for the operator. */
import type { Administration } from '../store.ts'
import { listEntries, purgeEntries } from './audit-trail.ts'
import { type ChangeContext, createChange } from './change.ts'
import type { Connection } from './connection.ts'
import { createGrants } from './grants.ts'
import { createGroups } from './groups.ts'
import { createImports } from './import/imports.ts'
import type { SqliteOptions } from './open-connection.ts'
import { openMigrated } from './open-migrated.ts'
import { createPeople } from './people.ts'
import { createPlantEdits } from './plant-edits.ts'
import { createPlantLists } from './plants.ts'
import { createTokens } from './tokens.ts'
import { rebuildAccess, verify } from './verify.ts'

/** Lists are read through the connection; only `change` gives a connection to what changes something. */
export function createAdministration(
  connection: Connection,
  options: SqliteOptions,
  context: ChangeContext,
): Administration {
  const { now } = context
  const change = createChange(connection, context)
  return {
    ...createPeople(connection, change, now),
    ...createGroups(connection, change, now),
    ...createGrants(connection, change),
    ...createPlantLists(connection),
    ...createPlantEdits(change),
    ...createTokens(connection, change, now),
    ...createImports(() => openMigrated({ ...options, cacheMib: 64 }), context),
    audit: (filter) => listEntries(connection, filter),
    purgeAudit: (before) => change('purgeAudit', [before], (tx) => purgeEntries(tx, before)),
    verify: () => verify(connection),
    rebuildAccess: () => change('rebuildAccess', [], rebuildAccess),
  }
}
