/** Compares the access table with the grants it is made from, and rebuilds it. */
import type { Finding } from '../store.ts'
import { memberColumns } from '../plant-members.ts'
import { grantedWays, notGranted } from './access-sql.ts'
import { inDialect, type Query, query, type Reading, type Transaction } from './sql.ts'

/** More findings of one kind would not help. */
export const maxFindings = 100

type PairRow = [userId: number, plantId: number]

const verifySql = inDialect((dialect) => {
  // Compared one kind at a time: a union of all pairs would be sorted as a whole.
  const missing = grantedWays
    .map(
      (way) => `
      select d.user_id, d.plant_id
      from (${way}) d
      where not exists (
        select 1 from plant_access v where v.user_id = d.user_id and v.plant_id = d.plant_id)`,
    )
    .join(' union ')
  const differs = `(${memberColumns('plant_access')}) is distinct from (${memberColumns('p')})`
  return {
    /** $1 in each: at most this many. */
    missing: query<PairRow>(`${missing} order by 1, 2 limit $1`),
    unfounded: query<PairRow>(`select user_id, plant_id from plant_access where ${notGranted} limit $1`),
    outdated: query<PairRow>(`
      select plant_access.user_id, plant_access.plant_id
      from plant_access join plant p on p.plant_id = plant_access.plant_id
      where ${differs}
      limit $1`),

    addMissing: `
      insert into plant_access (user_id, plant_id, ${memberColumns()})
      select d.user_id, p.plant_id, ${memberColumns('p')}
      from (${missing}) d join plant p on p.plant_id = d.plant_id`,
    removeUnfounded: `delete from plant_access where ${notGranted}`,
    update: `
      update plant_access set (${memberColumns()}) = (${memberColumns('p')})
      from plant p
      where p.plant_id = plant_access.plant_id and ${differs}`,
    reviseAll: `update users set revision = ${dialect.nextRevision}`,
  } as const
})

/** What is wrong with who sees what, at most a hundred findings of each kind. Changes nothing. */
export async function findAccessProblems(reading: Reading): Promise<Finding[]> {
  const { missing, unfounded, outdated } = verifySql(reading)
  return [
    ...(await findPairs(reading, missing, 'is granted, but missing from the access table')),
    ...(await findPairs(reading, unfounded, 'stands in the access table, but is not granted')),
    ...(await findPairs(reading, outdated, 'differs in the access table')),
  ]
}

async function findPairs(reading: Reading, pairs: Query<PairRow>, problem: string): Promise<Finding[]> {
  const rows = await reading.rows(pairs, maxFindings)
  return rows.map(([userId, plantId]) => ({
    what: 'access',
    detail: `plant ${plantId} of user ${userId} ${problem}`,
  }))
}

/** Adds granted rows that the access table lacks. Returns how many. */
export function addMissingAccess(tx: Transaction): Promise<number> {
  return tx.run(verifySql(tx).addMissing)
}

/** Rebuilds the access table from the grants. Returns how many rows were wrong. */
export async function rebuildAccess(tx: Transaction): Promise<number> {
  const { removeUnfounded, update, reviseAll } = verifySql(tx)
  const wrong = (await tx.run(removeUnfounded)) + (await addMissingAccess(tx)) + (await tx.run(update))
  if (wrong > 0) await tx.run(reviseAll)
  return wrong
}
