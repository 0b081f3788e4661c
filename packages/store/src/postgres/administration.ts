/** The part of a store for the operator. */
import type { Administration } from '../store.ts'
import { createAccess } from './access.ts'
import { listEntries, purgeEntries } from './audit-trail.ts'
import type { Change } from './change.ts'
import type { Database } from './connection.ts'
import { createEffectiveAccess } from './effective-access.ts'
import { createGroups } from './groups.ts'
import { createImports } from './import/imports.ts'
import { createPeople } from './people.ts'
import { createPlantEdits } from './plant-edits.ts'
import { createPlantLists } from './plants.ts'
import { createStandingGrants } from './standing-grants.ts'
import { createTokens } from './tokens.ts'
import { rebuildAccess, verify } from './verify.ts'

/** Lists are read over any connection; only `change` gives a transaction to what changes something. */
export function createAdministration(database: Database, change: Change, now: () => number): Administration {
  return {
    ...createPeople(database, change, now),
    ...createGroups(database, change, now),
    ...createAccess(change),
    ...createStandingGrants(database, change),
    ...createEffectiveAccess(database),
    ...createPlantLists(database),
    ...createPlantEdits(change),
    ...createTokens(database, change, now),
    ...createImports(change, now),
    audit: (filter) => listEntries(database, filter),
    purgeAudit: (before) => change('purgeAudit', [before], (tx) => purgeEntries(tx, before)),
    verify: () => verify(database),
    rebuildAccess: () => change('rebuildAccess', [], rebuildAccess),
  }
}
