/** What a revocation leaves: plants that can still be seen because of other grants. */
import { toGrantSource } from './standing.ts'
import type { StillSeen } from '../store.ts'
import { inDialect, query, type Reading } from './sql.ts'

type StillSeenRow = [group: string | null, standingTag: string | null, users: number, plants: number]

/** How many of the selected plants the standing grant `s` covers. */
const plantsOfStanding =
  "(select cast(coalesce(sum(plants), 0) as bigint) from selected_tag where s.tag in ('', tag))"

/**
 * For each way: how many affected users see how many selected plants. A way is the users' own grants or those of a
 * group, either of single plants or standing. All members of a group see what it was granted, so its members and its
 * plants are counted separately.
 */
export const stillSeenSql = inDialect(({ join }) =>
  query<StillSeenRow>(`
  with selected_tag (tag, plants) as materialized (
    select p.tag, count(*)
    from selected_plant ${join} plant p on p.plant_id = selected_plant.plant_id
    group by p.tag),
  affected_group (group_id, name, users) as materialized (
    select m.group_id, o.name, count(*)
    from affected_user
    ${join} membership m on m.user_id = affected_user.user_id
    ${join} groups o on o.group_id = m.group_id
    group by m.group_id, o.name)
  select cast(null as text), cast(null as text), count(distinct g.user_id), count(distinct g.plant_id)
  from selected_plant
  ${join} user_grant g on g.plant_id = selected_plant.plant_id
  ${join} affected_user on affected_user.user_id = g.user_id
  union all
  select affected_group.name, null, affected_group.users, count(*)
  from selected_plant
  ${join} group_grant g on g.plant_id = selected_plant.plant_id
  ${join} affected_group on affected_group.group_id = g.group_id
  group by affected_group.group_id, affected_group.name, affected_group.users
  union all
  select null, s.tag, count(*), ${plantsOfStanding}
  from affected_user ${join} user_standing_grant s on s.user_id = affected_user.user_id
  group by s.tag
  union all
  select affected_group.name, s.tag, affected_group.users, ${plantsOfStanding}
  from affected_group ${join} group_standing_grant s on s.group_id = affected_group.group_id
  order by 1 nulls first, 2 nulls first`),
)

/** Inside a change of access, after the grants have ended, for the selected plants and the affected users. */
export async function findStillSeen(tx: Reading): Promise<StillSeen[]> {
  const rows = await tx.rows(stillSeenSql(tx))
  return rows
    .filter(([, , , plants]) => plants > 0)
    .map(([group, tag, users, plants]) => Object.assign(toGrantSource(group, tag), { users, plants }))
}
