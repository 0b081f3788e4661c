/** Who may see which plant: grants and revocations, and the one way in which access is ever changed. */
import type { Engine } from './engine.ts'
import { promised } from './promised.ts'
import { type Condition, matchPlants } from './selection.ts'
import { accessSql } from './sql/access-sql.ts'
import type { Administration, Outcome, PlantSelection, Subject } from './store.ts'
import { requireSubject, type SubjectId } from './subjects.ts'

/** The part of the operator's work that changes access. */
export function createAccess(engine: Engine): Pick<Administration, 'grant' | 'revoke' | 'removePlants'> {
  return {
    grant: (subject, plants) => promised(() => changeGrants(engine, subject, plants, grantSelected)),
    revoke: (subject, plants) => promised(() => changeGrants(engine, subject, plants, revokeSelected)),
    removePlants: (selection) => promised(() => removePlants(engine, selection)),
  }
}

/**
 * Runs a change of access as one transaction. `change` names the plants and users that it is about in the tables
 * `selected` and `touched`, which are empty before; the touched users get a new revision.
 */
export function changeAccess<T>(engine: Engine, change: () => T): T {
  return engine.transaction(() => {
    const result = change()
    settle(engine)
    return result
  })
}

/** Gives the touched users a new revision and forgets who and what the change was about. */
export function settle(engine: Engine): void {
  engine.run(accessSql.revise)
  engine.run(accessSql.clearTouched)
  engine.run(accessSql.clearSelected)
  engine.run(accessSql.clearViewing)
}

type Change = (engine: Engine, subject: SubjectId) => number

function changeGrants(engine: Engine, subject: Subject, plants: PlantSelection, change: Change): Outcome {
  return changeAccess(engine, () => {
    const found = requireSubject(engine, subject)
    const matched = selectPlants(engine, matchPlants(plants))
    return { matched, changed: change(engine, found) }
  })
}

/** Inside `changeAccess`. Says how many plants match. */
export function selectPlants(engine: Engine, { where, parameters }: Condition): number {
  return engine.run(`${accessSql.select} ${where}`, ...parameters)
}

/** Inside `changeAccess`, after `selectPlants`. Says how many grants are new. */
export function grantSelected(engine: Engine, { kind, id }: SubjectId): number {
  const changed = engine.run(kind === 'user' ? accessSql.grantToUser : accessSql.grantToGroup, id)
  if (changed === 0) return 0
  engine.run(kind === 'user' ? accessSql.touchUser : accessSql.touchMembers, id)
  engine.run(accessSql.show)
  return changed
}

function revokeSelected(engine: Engine, { kind, id }: SubjectId): number {
  const changed = engine.run(kind === 'user' ? accessSql.revokeFromUser : accessSql.revokeFromGroup, id)
  if (changed === 0) return 0
  engine.run(kind === 'user' ? accessSql.touchUser : accessSql.touchMembers, id)
  engine.run(accessSql.hide)
  return changed
}

/** Inside `changeAccess`, after the plants were selected: notes who sees them, in `viewing` and `touched`. */
export function touchViewers(engine: Engine): void {
  engine.run(accessSql.noteViewing)
  engine.run(accessSql.touchViewers)
}

function removePlants(engine: Engine, selection: PlantSelection): Outcome {
  return changeAccess(engine, () => {
    const matched = selectPlants(engine, matchPlants(selection))
    touchViewers(engine)
    engine.run(accessSql.hideViewed)
    return { matched, changed: engine.run(accessSql.removeSelected) }
  })
}
