/** The SQL of who sees what, and through which grants. */
import { inDialect, query } from './sql.ts'
import type { PlantRow } from './rows.ts'
import { memberColumns } from '../plant-members.ts'

/** A way to see a plant, after the plant's or the user's id; the group is null for the user's own grant. */
type GrantedRow = [id: number, group: string | null]
type StandingRow = [group: string | null, standingTag: string]

export const effectiveAccessSql = inDialect(({ join }) => ({
  /** The plants that a user sees. $1: the user; $2: after this plant; $3: at most this many. */
  plantsSeen: query<PlantRow>(`
    select p.key, a.plant_id, ${memberColumns('a')}
    from plant_access a left join plant p on p.plant_id = a.plant_id
    where a.user_id = $1 and a.plant_id > $2
    order by a.plant_id
    limit $3`),
  /** $1: the user; $2 and $3: the first and last plant. Ordered by plant, the user's own grant first. */
  grantsByPlant: query<GrantedRow>(`
    select plant_id, cast(null as text) from user_grant where user_id = $1 and plant_id between $2 and $3
    union all
    select g.plant_id, o.name
    from membership m
    ${join} group_grant g on g.group_id = m.group_id
    ${join} groups o on o.group_id = m.group_id
    where m.user_id = $1 and g.plant_id between $2 and $3
    order by 1 nulls first, 2 nulls first`),
  /** $1: the user. The user's own grants first. */
  standingOfUser: query<StandingRow>(`
    select cast(null as text), tag from user_standing_grant where user_id = $1
    union all
    select o.name, s.tag
    from membership m
    ${join} group_standing_grant s on s.group_id = m.group_id
    ${join} groups o on o.group_id = m.group_id
    where m.user_id = $1
    order by 1 nulls first, 2 nulls first`),

  /** The tag of the plant $1. */
  tag: query<[tag: string | null]>('select tag from plant where plant_id = $1'),
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
  /** $1: the plant; $2 and $3: the first and last user; $4: the plant's tag. Ordered by user, own grants first. */
  sourcesByUser: query<[userId: number, group: string | null, standingTag: string | null]>(`
    select user_id, cast(null as text), cast(null as text) from user_grant where plant_id = $1 and user_id between $2 and $3
    union all
    select m.user_id, o.name, cast(null as text)
    from group_grant g
    ${join} membership m on m.group_id = g.group_id
    ${join} groups o on o.group_id = g.group_id
    where g.plant_id = $1 and m.user_id between $2 and $3
    union all
    select user_id, cast(null as text), tag
    from user_standing_grant
    where tag in ('', $4) and user_id between $2 and $3
    union all
    select m.user_id, o.name, s.tag
    from group_standing_grant s
    ${join} membership m on m.group_id = s.group_id
    ${join} groups o on o.group_id = s.group_id
    where s.tag in ('', $4) and m.user_id between $2 and $3
    order by 1, 2 nulls first, 3 nulls first`),
}))
