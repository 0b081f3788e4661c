/** Standing grants: of every plant with a tag, or of every plant, whenever it is added. */
import { beginAccess, changeAccess, endAccess, selectPlants } from './access.ts'
import type { Change } from './change.ts'
import type { Connection, Reading } from './connection.ts'
import { readBatches } from '../read-batches.ts'
import { matchPlants } from './selection.ts'
import { type StandingRow, standingSql } from './standing-sql.ts'
import { toStandingPlants, toStandingTags } from '../standing.ts'
import type {
  Administration,
  StandingGrant,
  StandingOutcome,
  StandingRevokeOutcome,
  StandingSelection,
  Subject,
} from '../store.ts'
import { requireSubject, type SubjectId } from './subjects.ts'

/** The operator's methods for standing grants. */
export function createStandingGrants(
  connection: Reading,
  change: Change,
): Pick<Administration, 'grantStanding' | 'revokeStanding' | 'standingGrants'> {
  return {
    grantStanding: (...what) => change('grantStanding', what, (tx) => grantStanding(tx, ...what)),
    revokeStanding: (...what) => change('revokeStanding', what, (tx) => revokeStanding(tx, ...what)),
    standingGrants: (subject) => listStandingGrants(connection, subject),
  }
}

function grantStanding(
  connection: Connection,
  subject: Subject,
  selection: StandingSelection,
): StandingOutcome {
  return changeAccess(connection, () =>
    grantStandingTo(connection, requireSubject(connection, subject), selection),
  )
}

/** Inside `changeAccess`. Throws `invalid`. */
export function grantStandingTo(
  connection: Connection,
  found: SubjectId,
  selection: StandingSelection,
): StandingOutcome {
  const tags = toStandingTags(selection)
  const sql = found.kind === 'user' ? standingSql.grantToUser : standingSql.grantToGroup
  const changed = runForEach(connection, sql, found, tags)
  const plants = selectPlants(connection, matchPlants(selection))
  if (changed > 0) beginAccess(connection, found)
  return { matched: tags.length, changed, plants }
}

function revokeStanding(
  connection: Connection,
  subject: Subject,
  selection: StandingSelection,
): StandingRevokeOutcome {
  const tags = toStandingTags(selection)
  return changeAccess(connection, () => {
    const found = requireSubject(connection, subject)
    const sql = found.kind === 'user' ? standingSql.revokeFromUser : standingSql.revokeFromGroup
    const changed = runForEach(connection, sql, found, tags)
    const plants = selectPlants(connection, matchPlants(selection))
    return { matched: tags.length, changed, plants, stillSeen: endAccess(connection, found, changed) }
  })
}

function runForEach(connection: Connection, sql: string, { id }: SubjectId, tags: readonly string[]): number {
  let changed = 0
  for (const tag of tags) changed += connection.run(sql, id, tag)
  return changed
}

async function* listStandingGrants(connection: Reading, subject?: Subject): AsyncGenerator<StandingGrant> {
  if (subject !== undefined) {
    const { kind, id } = requireSubject(connection, subject)
    yield* listStandingGrantsTo(connection, kind, id, id)
    return
  }
  yield* listStandingGrantsTo(connection, 'user', 1, Number.MAX_SAFE_INTEGER)
  yield* listStandingGrantsTo(connection, 'group', 1, Number.MAX_SAFE_INTEGER)
}

/** The standing grants of the users, or groups, with ids from `from` up to `to`. */
async function* listStandingGrantsTo(
  connection: Reading,
  kind: 'user' | 'group',
  from: number,
  to: number,
): AsyncGenerator<StandingGrant> {
  const sql = kind === 'user' ? standingSql.ofUsers : standingSql.ofGroups
  const rows = readBatches<StandingRow>((last, size) =>
    // Begins with the last row and drops it: the query compares with `>=` since no tag sorts before ''.
    last === undefined
      ? connection.rows(sql, from, '', to, size)
      : connection.rows(sql, last[0], last[2], to, size + 1).slice(1),
  )
  for await (const [, name, tag] of rows) {
    yield { subject: kind === 'user' ? { user: name } : { group: name }, plants: toStandingPlants(tag) }
  }
}
