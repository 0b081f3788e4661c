/** The SQL that compares the access table with the grants it is made from. */
import { query } from './connection.ts'
import { accessTable, recordTables, tokenTables } from '../tables.ts'
import { notGranted } from './access-sql.ts'

/** Who may see what, by the grants of each kind: every pair of user and plant, some more than once. */
const granted = [
  'select user_id, plant_id from user_grant',
  'select m.user_id, g.plant_id from membership m join group_grant g on g.group_id = m.group_id',
  `select s.user_id, p.plant_id from plant p cross join user_standing_grant s on s.tag in ('', p.tag)`,
  `select m.user_id, p.plant_id
   from plant p
   cross join group_standing_grant s on s.tag in ('', p.tag)
   cross join membership m on m.group_id = s.group_id`,
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

const ourTables = [...recordTables, ...tokenTables, accessTable].map(({ name }) => `'${name}'`).join(', ')

export const verifySql = {
  /** ?1: at most this many. Other programs' tables are their own matter. */
  brokenReferences: query<[table: string, row: number | null, parent: string]>(
    `select "table", rowid, parent from pragma_foreign_key_check where "table" in (${ourTables}) limit ?1`,
  ),
  /** ?1 in each: at most this many. */
  missing: query<PairRow>(`${missing} order by 1, 2 limit ?1`),
  unfounded: query<PairRow>(`select user_id, plant_id from plant_access where ${notGranted} limit ?1`),
  outdated: query<PairRow>(`
    select plant_access.user_id, plant_access.plant_id
    from plant_access join plant p on p.plant_id = plant_access.plant_id
    where ${differs}
    limit ?1`),

  addMissing: `
    insert into plant_access (user_id, plant_id, name, tag)
    select d.user_id, p.plant_id, p.name, p.tag
    from (${missing}) d join plant p on p.plant_id = d.plant_id`,
  removeUnfounded: `delete from plant_access where ${notGranted}`,
  update: `
    update plant_access set name = p.name, tag = p.tag
    from plant p
    where p.plant_id = plant_access.plant_id and ${differs}`,
  reviseAll: 'update users set revision = revision + 1',
} as const
