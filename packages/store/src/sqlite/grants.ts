/** The operator's methods for grants: making, revoking and listing them, and what they add up to. */
import { createAccess } from './access.ts'
import type { Change } from './change.ts'
import type { Reading } from './connection.ts'
import { createEffectiveAccess } from './effective-access.ts'
import { createGrantList } from './grant-list.ts'
import { createStandingGrants } from './standing-grants.ts'
import type { Administration } from '../store.ts'

type Grants = Pick<
  Administration,
  | keyof ReturnType<typeof createAccess>
  | keyof ReturnType<typeof createGrantList>
  | keyof ReturnType<typeof createStandingGrants>
  | keyof ReturnType<typeof createEffectiveAccess>
>

export function createGrants(connection: Reading, change: Change): Grants {
  return {
    ...createAccess(change),
    ...createGrantList(connection),
    ...createStandingGrants(connection, change),
    ...createEffectiveAccess(connection),
  }
}
