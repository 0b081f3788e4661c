/** Looks for mistakes in who sees what, and rebuilds the access table. */
import type { Finding } from '../store.ts'
import { nextRevision, notGranted } from './access-sql.ts'
import { type Database, type Query, query, type Transaction } from './connection.ts'
import { compareSchema } from './verify-schema.ts'
import { requireAllRows } from './require-all-rows.ts'

/** What is on our tables, and is not ours. */
export async function findForeign(tx: Transaction): Promise<readonly Finding[]> {
  return (await compareSchema(tx)).filter(({ what }) => what !== 'schema')
}

/** More findings of one kind would not help. */
const maxFindings = 100

/** Who may see what, by the grants of each kind: every pair of user and plant, some more than once. */
const granted = [
  'select user_id, plant_id from user_grant',
  'select m.user_id, g.plant_id from membership m join group_grant g on g.group_id = m.group_id',
  `select s.user_id, p.plant_id from plant p join user_standing_grant s on s.tag in ('', p.tag)`,
  `select m.user_id, p.plant_id
   from plant p
   join group_standing_grant s on s.tag in ('', p.tag)
   join membership m on m.group_id = s.group_id`,
] as const

/** Compared one kind at a time: a union of all pairs would be sorted as a whole. */
const missing = granted
  .map(
    (pairs) => `
    select d.user_id, d.plant_id
    from (${pairs}) d
    where not exists (
      select 1 from plant_access v where v.user_id = d.user_id and v.plant_id = d.plant_id)`,
  )
  .join(' union ')

const differs = '(plant_access.name <> p.name or plant_access.tag is distinct from p.tag)'

type PairRow = [userId: number, plantId: number]

const sql = {
  /** $1 in each: at most this many. */
  missing: query<PairRow>(`${missing} order by 1, 2 limit $1`),
  unfounded: query<PairRow>(`select user_id, plant_id from plant_access where ${notGranted} limit $1`),
  outdated: query<PairRow>(`
    select plant_access.user_id, plant_access.plant_id
    from plant_access join plant p on p.plant_id = plant_access.plant_id
    where ${differs}
    limit $1`),

  addMissing: `
    insert into plant_access (user_id, plant_id, name, tag)
    select d.user_id, p.plant_id, p.name, p.tag
    from (${missing}) d join plant p on p.plant_id = d.plant_id`,
  removeUnfounded: `delete from plant_access where ${notGranted}`,
  update: `
    update plant_access set name = p.name, tag = p.tag
    from plant p
    where p.plant_id = plant_access.plant_id and ${differs}`,
  reviseAll: `update users set revision = ${nextRevision}`,
} as const

/** Yields what is wrong, at most a hundred findings of each kind; none from a sound database. Changes nothing. */
export async function* verify(database: Database): AsyncGenerator<Finding> {
  // As of one moment: a concurrent change must not become a finding.
  yield* await database.transaction('read', async (tx) => {
    const ofSchema = await compareSchema(tx)
    // If tables are missing or differ, queries on them say nothing about their rows.
    if (ofSchema.some(({ what }) => what === 'schema')) return ofSchema
    await requireAllRows(tx)
    return [...(await findProblems(tx)), ...ofSchema]
  })
}

/**
 * Inside a transaction: what is wrong with who sees what, at most a hundred findings of each kind. Changes nothing. A
 * backup is checked for these problems only: it holds rows, whatever else an operator has added to the tables.
 */
export async function findProblems(tx: Transaction): Promise<readonly Finding[]> {
  return [
    ...(await findAccessProblems(tx, sql.missing, 'is granted, but missing from the access table')),
    ...(await findAccessProblems(tx, sql.unfounded, 'stands in the access table, but is not granted')),
    ...(await findAccessProblems(tx, sql.outdated, 'has another name or tag in the access table')),
  ]
}

async function findAccessProblems(
  tx: Transaction,
  pairs: Query<PairRow>,
  problem: string,
): Promise<Finding[]> {
  const rows = await tx.rows(pairs, maxFindings)
  return rows.map(([userId, plantId]) => ({
    what: 'access',
    detail: `plant ${plantId} of user ${userId} ${problem}`,
  }))
}

/** Inside a transaction: adds granted rows that the access table lacks. Returns how many. */
export function addMissingAccess(tx: Transaction): Promise<number> {
  return tx.run(sql.addMissing)
}

/** Inside a transaction: rebuilds the access table from the grants. Returns how many rows were wrong. */
export async function rebuildAccess(tx: Transaction): Promise<number> {
  const wrong =
    (await tx.run(sql.removeUnfounded)) + (await addMissingAccess(tx)) + (await tx.run(sql.update))
  if (wrong > 0) await tx.run(sql.reviseAll)
  return wrong
}
