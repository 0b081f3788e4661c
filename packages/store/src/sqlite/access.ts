/** Who may see which plant: grants and revocations, and the one way in which access is ever changed. */
import type { Change } from './change.ts'
import type { Connection } from './connection.ts'
import { type Condition, matchPlants } from './selection.ts'
import { accessSql } from './access-sql.ts'
import type { Administration, Outcome, PlantSelection, Subject } from '../store.ts'
import { requireSubject, type SubjectId } from './subjects.ts'

/** The part of the operator's work that changes access. */
export function createAccess(change: Change): Pick<Administration, 'grant' | 'revoke' | 'removePlants'> {
  return {
    grant: (...what) => change('grant', what, (tx) => changeGrants(tx, ...what, grantSelected)),
    revoke: (...what) => change('revoke', what, (tx) => changeGrants(tx, ...what, revokeSelected)),
    removePlants: (selection) => change('removePlants', [selection], (tx) => removePlants(tx, selection)),
  }
}

/**
 * Runs a change of access inside a transaction. `work` names the plants and users that it is about in the tables
 * `selected_plant` and `affected_user`, which are empty before; the affected users get a new revision.
 */
export function changeAccess<T>(connection: Connection, work: () => T): T {
  const result = work()
  bumpRevisions(connection)
  return result
}

/** Gives the affected users a new revision and forgets who and what the change was about. */
export function bumpRevisions(connection: Connection): void {
  connection.run(accessSql.bumpRevisions)
  connection.run(accessSql.clearAffectedUsers)
  connection.run(accessSql.clearSelectedPlants)
  connection.run(accessSql.clearAffectedAccess)
}

type ChangeSelected = (connection: Connection, subject: SubjectId) => number

function changeGrants(
  connection: Connection,
  subject: Subject,
  plants: PlantSelection,
  changeSelected: ChangeSelected,
): Outcome {
  return changeAccess(connection, () => {
    const found = requireSubject(connection, subject)
    const matched = selectPlants(connection, matchPlants(plants))
    return { matched, changed: changeSelected(connection, found) }
  })
}

/** Inside `changeAccess`. Says how many plants match. */
export function selectPlants(connection: Connection, { where, parameters }: Condition): number {
  return connection.run(`${accessSql.select} ${where}`, ...parameters)
}

/** Inside `changeAccess`, after `selectPlants`. Says how many grants are new. */
export function grantSelected(connection: Connection, { kind, id }: SubjectId): number {
  const changed = connection.run(kind === 'user' ? accessSql.grantToUser : accessSql.grantToGroup, id)
  if (changed === 0) return 0
  connection.run(kind === 'user' ? accessSql.affectUser : accessSql.affectMembers, id)
  connection.run(accessSql.addAccess)
  return changed
}

function revokeSelected(connection: Connection, { kind, id }: SubjectId): number {
  const changed = connection.run(kind === 'user' ? accessSql.revokeFromUser : accessSql.revokeFromGroup, id)
  if (changed === 0) return 0
  connection.run(kind === 'user' ? accessSql.affectUser : accessSql.affectMembers, id)
  connection.run(accessSql.removeAccess)
  return changed
}

/** Inside `changeAccess`, after the plants were selected: notes who has access to them. */
export function affectThoseWithAccess(connection: Connection): void {
  connection.run(accessSql.noteAffectedAccess)
  connection.run(accessSql.affectThoseWithAccess)
}

function removePlants(connection: Connection, selection: PlantSelection): Outcome {
  return changeAccess(connection, () => {
    const matched = selectPlants(connection, matchPlants(selection))
    affectThoseWithAccess(connection)
    connection.run(accessSql.removeAffectedAccess)
    return { matched, changed: connection.run(accessSql.removeSelected) }
  })
}
