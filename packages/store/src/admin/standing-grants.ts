/** Standing grants: of every plant with a tag, or of every plant, whenever it is added. */
import { readBatches } from './read-batches.ts'
import { type StandingRow, standingSql, toStandingPlants, toStandingTags } from './standing.ts'
import type { Administration, StandingGrant, StandingOutcome, StandingSelection, Subject } from '../store.ts'
import { beginAccess, changeAccess, endAccess, selectPlants } from './access.ts'
import { type Change, quote } from './change.ts'
import type { Reading, Transaction } from './sql.ts'
import { matchPlants } from './selection.ts'
import { idsOf, nameOf, requireSubject, type SubjectId, toSubject } from './subjects.ts'

/** The operator's methods for standing grants. */
export function createStandingGrants(
  reading: Reading,
  change: Change,
): Pick<Administration, 'grantStanding' | 'revokeStanding' | 'standingGrants'> {
  return {
    grantStanding: (subject, standing) =>
      change('grants add --standing', (tx) =>
        changeAccess(tx, async () => {
          const outcome = await grantStandingTo(tx, await requireSubject(tx, subject), standing)
          const summary = `Granted ${nameStanding(standing)} to ${nameOf(subject)}, also in future.`
          return [outcome, summary, { ...subject, standing, ...outcome }]
        }),
      ),
    revokeStanding: (subject, standing) =>
      change('grants remove --standing', (tx) =>
        changeAccess(tx, async () => {
          const tags = toStandingTags(standing)
          const found = await requireSubject(tx, subject)
          const changed = await tx.run(standingSql(tx).revoke[found.kind], found.id, JSON.stringify(tags))
          const plants = await selectPlants(tx, matchPlants(tx, standing))
          const stillSeen = await endAccess(tx, found, changed)
          const outcome = { matched: tags.length, changed, plants, stillSeen }
          const summary = `Revoked the standing grant of ${nameStanding(standing)} from ${nameOf(subject)}.`
          return [outcome, summary, { ...subject, standing, ...outcome }]
        }),
      ),
    standingGrants: (subject) => listStandingGrants(reading, subject),
  }
}

function nameStanding(selection: StandingSelection): string {
  if ('all' in selection) return 'all plants'
  return `tag ${[selection.tag]
    .flat()
    .map((tag) => quote(tag))
    .join(', ')}`
}

/** Inside `changeAccess`. Rejects with `invalid`. */
export async function grantStandingTo(
  tx: Transaction,
  found: SubjectId,
  selection: StandingSelection,
): Promise<StandingOutcome> {
  const tags = toStandingTags(selection)
  const changed = await tx.run(standingSql(tx).grant[found.kind], found.id, JSON.stringify(tags))
  const plants = await selectPlants(tx, matchPlants(tx, selection))
  if (changed > 0) await beginAccess(tx, found)
  return { matched: tags.length, changed, plants }
}

async function* listStandingGrants(reading: Reading, subject?: Subject): AsyncGenerator<StandingGrant> {
  for (const { kind, from, to } of await idsOf(reading, subject)) {
    const sql = standingSql(reading).list[kind]
    const rows = readBatches<StandingRow>(async (last, size) => {
      if (last === undefined) return reading.rows(sql, from, '', to, size)
      // Begins with the last row and drops it: the query compares with `>=` since no tag sorts before ''.
      return (await reading.rows(sql, last[0], last[2], to, size + 1)).slice(1)
    })
    for await (const [, name, tag] of rows) {
      yield { subject: toSubject(kind, name), plants: toStandingPlants(tag) }
    }
  }
}
