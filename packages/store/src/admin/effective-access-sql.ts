/** The SQL of who sees what, and through which grants. */
import { grantedWays } from './access-sql.ts'
import { type Query, query } from './sql.ts'
import type { PlantRow } from './rows.ts'
import { memberColumns } from '../plant-members.ts'

/** A way in which a user sees a plant; the group is null for the user's own grant, and the tag for one that is not standing. */
type SourceRow = [userId: number, plantId: number, group: string | null, standingTag: string | null]

/** The ways that satisfy a condition, by user and plant, own grants first. */
const sources = (where: string): Query<SourceRow> =>
  query(
    `${grantedWays
      .map(
        (way) => `
        select w.user_id, w.plant_id, o.name, w.tag
        from (${way}) w left join groups o on o.group_id = w.group_id
        where ${where}`,
      )
      .join(' union all ')}
    order by 1, 2, 3 nulls first, 4 nulls first`,
  )

export const effectiveAccessSql = {
  /** The plants that a user sees. $1: the user; $2: after this plant; $3: at most this many. */
  plantsSeen: query<PlantRow>(`
    select p.key, a.plant_id, ${memberColumns('a')}
    from plant_access a left join plant p on p.plant_id = a.plant_id
    where a.user_id = $1 and a.plant_id > $2
    order by a.plant_id
    limit $3`),
  /** $1: the user; $2 and $3: the first and last plant. */
  sourcesByPlant: sources('w.user_id = $1 and w.plant_id between $2 and $3'),
  plant: query<[id: number]>('select plant_id from plant where plant_id = $1'),
  /**
   * The users who see the plant $1; $2: after this user; $3: at most this many. The access table is searched for each
   * user: it has no index by plant, which would double its cost.
   */
  usersWhoSee: query<[userId: number, name: string, disabledAt: number | null]>(`
    select u.user_id, u.name, u.disabled_at
    from users u
    where u.user_id > $2
      and exists (select 1 from plant_access a where a.user_id = u.user_id and a.plant_id = $1)
    order by u.user_id
    limit $3`),
  /** $1: the plant; $2 and $3: the first and last user. */
  sourcesByUser: sources('w.plant_id = $1 and w.user_id between $2 and $3'),
} as const
