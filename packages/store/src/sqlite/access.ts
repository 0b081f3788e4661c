/** Who may see which plant: grants and revocations, and the only way in which access is ever changed. */
import type { Change } from './change.ts'
import type { Connection, SqlValue } from './connection.ts'
import { batchSize } from '../read-batches.ts'
import { type Condition, matchPlants } from './selection.ts'
import { accessSql } from './access-sql.ts'
import { findStillSeen } from './still-seen.ts'
import type { Administration, Outcome, PlantSelection, RevokeOutcome, Subject } from '../store.ts'
import { requireSubject, type SubjectId } from './subjects.ts'

/** The operator's methods that change access. */
export function createAccess(change: Change): Pick<Administration, 'grant' | 'revoke' | 'removePlants'> {
  return {
    grant: (...what) => change('grant', what, (tx) => grant(tx, ...what)),
    revoke: (...what) => change('revoke', what, (tx) => revoke(tx, ...what)),
    removePlants: (selection) => change('removePlants', [selection], (tx) => removePlants(tx, selection)),
  }
}

/**
 * Runs a change of access inside a transaction. `work` puts the plants and users concerned into the tables
 * `selected_plant` and `affected_user`, which are empty at first; the affected users get a new revision.
 */
export function changeAccess<T>(connection: Connection, work: () => T): T {
  const result = work()
  bumpRevisions(connection)
  return result
}

/** Gives the affected users a new revision, and empties the tables of users and plants. */
export function bumpRevisions(connection: Connection): void {
  connection.run(accessSql.bumpRevisions)
  connection.run(accessSql.clearAffectedUsers)
  connection.run(accessSql.clearSelectedPlants)
  connection.run(accessSql.clearAffectedAccess)
}

function grant(connection: Connection, subject: Subject, plants: PlantSelection): Outcome {
  return changeAccess(connection, () => {
    const found = requireSubject(connection, subject)
    const matched = selectPlants(connection, matchPlants(plants))
    return { matched, changed: grantSelected(connection, found) }
  })
}

function revoke(connection: Connection, subject: Subject, plants: PlantSelection): RevokeOutcome {
  return changeAccess(connection, () => {
    const found = requireSubject(connection, subject)
    const matched = selectPlants(connection, matchPlants(plants))
    const isUser = found.kind === 'user'
    const changed = connection.run(isUser ? accessSql.revokeFromUser : accessSql.revokeFromGroup, found.id)
    return { matched, changed, stillSeen: endAccess(connection, found, changed) }
  })
}

/** Inside `changeAccess`. Returns how many plants match. */
export function selectPlants(connection: Connection, { where, parameters }: Condition): number {
  return connection.run(`${accessSql.select} ${where}`, ...parameters)
}

/** Inside `changeAccess`: selects the plants granted to a group by any kind of grant. */
export function selectGrantedToGroup(connection: Connection, groupId: number): void {
  connection.run(accessSql.selectGrantedToGroup, groupId)
  connection.run(accessSql.selectStandingTagsOfGroup, groupId)
  connection.run(accessSql.selectStandingAllOfGroup, groupId)
}

/** Inside `changeAccess`, after `selectPlants`. Returns how many grants are new. */
export function grantSelected(connection: Connection, found: SubjectId): number {
  const changed = connection.run(
    found.kind === 'user' ? accessSql.grantToUser : accessSql.grantToGroup,
    found.id,
  )
  if (changed > 0) beginAccess(connection, found)
  return changed
}

/** Inside `changeAccess`, after the selected plants were granted. */
export function beginAccess(connection: Connection, found: SubjectId): void {
  affectSubject(connection, found)
  addAccess(connection)
}

/** Inside `changeAccess`, after `ended` grants of selected plants ended. Returns how plants can still be seen. */
export function endAccess(
  connection: Connection,
  found: SubjectId,
  ended: number,
): RevokeOutcome['stillSeen'] {
  affectSubject(connection, found)
  const stillSeen = findStillSeen(connection)
  if (ended > 0) removeAccess(connection)
  else connection.run(accessSql.clearAffectedUsers)
  return stillSeen
}

function affectSubject(connection: Connection, { kind, id }: SubjectId): void {
  connection.run(kind === 'user' ? accessSql.affectUser : accessSql.affectMembers, id)
}

/** Inside `changeAccess`, after a grant: the affected users see the selected plants. */
export function addAccess(connection: Connection): void {
  changeEach(connection, accessSql.addAccess)
}

/** Inside `changeAccess`, after a grant ended: the affected users see the selected plants only by other grants. */
export function removeAccess(connection: Connection): void {
  changeEach(connection, accessSql.removeAccess)
}

/** Runs a statement for each affected user as ?1. Users whose lists it does not change are no longer affected. */
function changeEach(connection: Connection, sql: string, ...parameters: readonly SqlValue[]): void {
  let last = 0
  for (;;) {
    const users = connection.rows(accessSql.affectedUsers, last, batchSize)
    for (const [userId] of users) {
      if (connection.run(sql, userId, ...parameters) === 0) connection.run(accessSql.spareUser, userId)
      last = userId
    }
    if (users.length < batchSize) return
  }
}

/** Inside `changeAccess`, before the selected plants are changed or removed: removes them from every list. */
export function removeAllAccess(connection: Connection): void {
  connection.run(accessSql.noteAffectedAccess)
  connection.run(accessSql.affectThoseWithAccess)
  connection.run(accessSql.removeAffectedAccess)
  connection.run(accessSql.clearAffectedAccess)
}

/** Inside `changeAccess`, after `removeAllAccess` and the change: puts the changed plants back into the lists. */
export function addAllAccess(connection: Connection): void {
  connection.run(accessSql.noteAffectedAccess)
  connection.run(accessSql.affectThoseWithAccess)
  connection.run(accessSql.addAffectedAccess)
}

/** Inside `changeAccess`, after plants with higher ids were added: adds them to the lists by standing grants. */
export function addAccessToNewPlants(connection: Connection, plantId: number): void {
  connection.run(accessSql.affectThoseWithStandingGrants)
  changeEach(connection, accessSql.addAccessToAdded, plantId)
}

function removePlants(connection: Connection, selection: PlantSelection): Outcome {
  return changeAccess(connection, () => {
    const matched = selectPlants(connection, matchPlants(selection))
    removeAllAccess(connection)
    return { matched, changed: connection.run(accessSql.removeSelected) }
  })
}
