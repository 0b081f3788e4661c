/** Who may see which plant: grants and revocations, and the only way in which access is ever changed. */
import type { Administration, RevokeOutcome } from '../store.ts'
import { accessSql } from './access-sql.ts'
import { type Change, count } from './change.ts'
import { type Condition, matchPlants } from './selection.ts'
import type { Transaction } from './sql.ts'
import { findStillSeen } from './still-seen.ts'
import { nameOf, requireSubject, type SubjectId } from './subjects.ts'

/** The operator's methods that change access. */
export function createAccess(change: Change): Pick<Administration, 'grant' | 'revoke' | 'removePlants'> {
  return {
    grant: (subject, plants) =>
      change('grants add', (tx) =>
        changeAccess(tx, async () => {
          const found = await requireSubject(tx, subject)
          const matched = await selectPlants(tx, matchPlants(tx, plants))
          const outcome = { matched, changed: await grantSelected(tx, found) }
          const summary = `Granted ${count(outcome.changed, 'plant')} to ${nameOf(subject)}.`
          return [outcome, summary, { ...subject, plants, ...outcome }]
        }),
      ),
    revoke: (subject, plants) =>
      change('grants remove', (tx) =>
        changeAccess(tx, async () => {
          const found = await requireSubject(tx, subject)
          const matched = await selectPlants(tx, matchPlants(tx, plants))
          const changed = await tx.run(accessSql(tx).revoke[found.kind], found.id)
          const outcome = { matched, changed, stillSeen: await endAccess(tx, found, changed) }
          const summary = `Revoked ${count(changed, 'grant')} of ${nameOf(subject)}.`
          return [outcome, summary, { ...subject, plants, ...outcome }]
        }),
      ),
    removePlants: (plants) =>
      change('plants remove', (tx) =>
        changeAccess(tx, async () => {
          const matched = await selectPlants(tx, matchPlants(tx, plants))
          await removeAllAccess(tx)
          const outcome = { matched, changed: await tx.run(accessSql(tx).removeSelected) }
          return [outcome, `Removed ${count(outcome.changed, 'plant')}.`, { plants, ...outcome }]
        }),
      ),
  }
}

/**
 * Runs a change of access inside a transaction. `work` puts the plants and users concerned into the tables
 * `selected_plant` and `affected_user`, which are empty at first; the affected users get a new revision.
 */
export async function changeAccess<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.script(accessSql(tx).workspace)
  const result = await work()
  await bumpRevisions(tx)
  return result
}

/** Gives the affected users a new revision, and empties the tables of users and plants. */
export function bumpRevisions(tx: Transaction): Promise<void> {
  return tx.script(accessSql(tx).bumpRevisions)
}

/** Inside `changeAccess`. Returns how many plants match. */
export function selectPlants(tx: Transaction, { where, parameters }: Condition): Promise<number> {
  return tx.run(`${accessSql(tx).select} ${where}`, ...parameters)
}

/** Inside `changeAccess`, after `selectPlants`. Returns how many grants are new. */
export async function grantSelected(tx: Transaction, found: SubjectId): Promise<number> {
  const changed = await tx.run(accessSql(tx).grant[found.kind], found.id)
  if (changed > 0) await beginAccess(tx, found)
  return changed
}

/** Inside `changeAccess`, after the selected plants were granted. */
export async function beginAccess(tx: Transaction, found: SubjectId): Promise<void> {
  await affectSubject(tx, found)
  await addAccess(tx)
}

/** Inside `changeAccess`, after `ended` grants of selected plants ended. Returns how plants can still be seen. */
export async function endAccess(
  tx: Transaction,
  found: SubjectId,
  ended: number,
): Promise<RevokeOutcome['stillSeen']> {
  await affectSubject(tx, found)
  const stillSeen = await findStillSeen(tx)
  if (ended > 0) await removeAccess(tx)
  else await tx.run(accessSql(tx).spareOthers)
  return stillSeen
}

async function affectSubject(tx: Transaction, { kind, id }: SubjectId): Promise<void> {
  const { affectUser, affectMembers } = accessSql(tx)
  await tx.run(kind === 'user' ? affectUser : affectMembers, id)
}

/** Inside `changeAccess`, after a grant: the affected users see the selected plants. */
export function addAccess(tx: Transaction): Promise<void> {
  const { noteGained, spareOthers, addNoted } = accessSql(tx)
  return runAndClear(tx, noteGained, spareOthers, addNoted)
}

/** Inside `changeAccess`, after a grant ended: the affected users see the selected plants only by other grants. */
export function removeAccess(tx: Transaction): Promise<void> {
  const { noteLost, spareOthers, removeNoted } = accessSql(tx)
  return runAndClear(tx, noteLost, spareOthers, removeNoted)
}

/** Inside `changeAccess`, before the selected plants are changed or removed: removes them from every list. */
export function removeAllAccess(tx: Transaction): Promise<void> {
  const { noteSeen, affectThoseNoted, removeNoted } = accessSql(tx)
  return runAndClear(tx, noteSeen, affectThoseNoted, removeNoted)
}

/** Inside `changeAccess`, after `removeAllAccess` and the change: puts the changed plants back into the lists. */
export async function addAllAccess(tx: Transaction): Promise<void> {
  await tx.run(accessSql(tx).noteSeen)
  await addNotedAccess(tx)
}

/** Inside `changeAccess`, after plants with higher ids were added: adds them to the lists by standing grants. */
export async function addAccessToNewPlants(tx: Transaction, plantId: number): Promise<void> {
  await tx.run(accessSql(tx).noteAdded, plantId)
  await addNotedAccess(tx)
}

/** Inside `changeAccess`: what is noted in `affected_access` may be seen from now on. */
export function addNotedAccess(tx: Transaction): Promise<void> {
  const { affectThoseNoted, addNoted } = accessSql(tx)
  return runAndClear(tx, affectThoseNoted, addNoted)
}

/** Runs statements that go by `affected_access`, which is empty afterwards. */
async function runAndClear(tx: Transaction, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await tx.run(statement)
  await tx.script(accessSql(tx).clearNoted)
}
