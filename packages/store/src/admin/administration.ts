/** The part of a store for the operator. */
import type { Administration } from '../store.ts'
import { createAccess } from './access.ts'
import { listEntries, purgeEntries } from './audit-trail.ts'
import { type ChangeContext, createChange } from './change.ts'
import { createEffectiveAccess } from './effective-access.ts'
import { createGroups } from './groups.ts'
import { createImports, type Separately } from '../import/imports.ts'
import { createUsers } from './users.ts'
import { createPlants } from './plants.ts'
import type { Database } from './sql.ts'
import { createStandingGrants } from './standing-grants.ts'
import { createTokens } from './tokens.ts'
import { createVerification } from '../content/verify.ts'

/** What an operator does. Lists are read over any connection; only `change` gives a transaction to what changes something. */
export function createAdministration(
  database: Database,
  context: ChangeContext,
  separately: Separately,
): Administration {
  const { now } = context
  const change = createChange(database, context)
  return {
    ...createUsers(database, change, now),
    ...createGroups(database, change, now),
    ...createAccess(change),
    ...createStandingGrants(database, change),
    ...createEffectiveAccess(database),
    ...createPlants(database, change),
    ...createTokens(database, change, now),
    ...createImports(separately, context),
    audit: (filter) => listEntries(database, filter),
    purgeAudit: (before) =>
      change('audit purge', async (tx) => {
        const purged = await purgeEntries(tx, before)
        const summary = `Purged entries of the audit trail from before ${before.toISOString()}: ${purged}.`
        return [purged, summary, { purged, before }]
      }),
    ...createVerification(database, change),
  }
}
