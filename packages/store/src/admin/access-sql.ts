/**
 * The SQL of access. A change of access has three parts, in one transaction: name the plants (`selected_plant`) and the
 * users (`affected_user`) that it concerns; change the grants; bring `plant_access` and the revisions in line, by way of
 * the rows that differ (`affected_access`). A user sees a plant in one of four ways: by their own grant or standing
 * grant, or by a group's.
 */
import { memberColumns } from '../plant-members.ts'
import { type Dialect, inDialect, ofEachKind } from './sql.ts'

/**
 * The four ways, each a query of everybody who sees a plant in that way: by a grant of a group (`group_id`, else null), and
 * by a standing grant (`tag`, else null).
 */
export const grantedWays: readonly string[] = [
  `select user_id, plant_id, cast(null as bigint) as group_id, cast(null as text) as tag
   from user_grant`,
  `select m.user_id, g.plant_id, m.group_id, cast(null as text) as tag
   from membership m join group_grant g on g.group_id = m.group_id`,
  `select s.user_id, p.plant_id, cast(null as bigint) as group_id, s.tag
   from plant p join user_standing_grant s on s.tag in ('', p.tag)`,
  `select m.user_id, p.plant_id, m.group_id, s.tag
   from plant p
   join group_standing_grant s on s.tag in ('', p.tag)
   join membership m on m.group_id = s.group_id`,
]

/** True if no grant of any kind lets the row's user see the row's plant, or there is no such plant. */
export const notGranted = grantedWays
  .map(
    (way) => `
    not exists (
      select 1 from (${way}) w
      where w.user_id = plant_access.user_id and w.plant_id = plant_access.plant_id)`,
  )
  .join(' and ')

/** Every user with each tag of a standing grant, including those of groups. */
const standingTags = ({ join }: Dialect): string => `
  select user_id, tag from user_standing_grant
  union
  select m.user_id, s.tag from group_standing_grant s ${join} membership m on m.group_id = s.group_id`

export const accessSql = inDialect((dialect) => {
  const { join } = dialect
  return {
    workspace: dialect.workspace.access,
    /** A condition on `plant` must follow. */
    select: 'insert into selected_plant (plant_id) select plant_id from plant where',
    /** The plants granted to the group $1 by any kind of grant. */
    selectGrantedToGroup: `
      insert into selected_plant (plant_id)
      select plant_id from group_grant where group_id = $1
      union
      select p.plant_id
      from group_standing_grant s ${join} plant p on p.tag = s.tag
      where s.group_id = $1
      union
      select p.plant_id
      from group_standing_grant s cross join plant p
      where s.group_id = $1 and s.tag = ''`,
    affectUser: 'insert into affected_user (user_id) values ($1)',
    affectMembers: 'insert into affected_user (user_id) select user_id from membership where group_id = $1',

    grant: ofEachKind(
      (kind) => `
      insert into ${kind}_grant (${kind}_id, plant_id)
      select cast($1 as bigint), plant_id from selected_plant where true
      on conflict do nothing`,
    ),
    revoke: ofEachKind(
      (kind) => `
      delete from ${kind}_grant where ${kind}_id = $1 and plant_id in (select plant_id from selected_plant)`,
    ),
    removeSelected: 'delete from plant where plant_id in (select plant_id from selected_plant)',

    /** After a grant: what the affected users now see of the selected plants, and did not see before. */
    noteGained: `
      insert into affected_access (user_id, plant_id)
      select affected_user.user_id, selected_plant.plant_id
      from affected_user cross join selected_plant
      where not exists (
        select 1 from plant_access v
        where v.user_id = affected_user.user_id and v.plant_id = selected_plant.plant_id)`,
    /** After a revocation: what the affected users no longer see of the selected plants, by no other grant either. */
    noteLost: `
      insert into affected_access (user_id, plant_id)
      select plant_access.user_id, plant_access.plant_id
      from affected_user
      cross join selected_plant
      ${join} plant_access
        on plant_access.user_id = affected_user.user_id and plant_access.plant_id = selected_plant.plant_id
      where ${notGranted}`,
    /** What users see of the plants after $1: they are new, so only standing grants reach them. */
    noteAdded: `
      insert into affected_access (user_id, plant_id)
      select standing.user_id, p.plant_id
      from (${standingTags(dialect)}) standing ${join} plant p on p.tag = standing.tag and p.plant_id > $1
      union
      select standing.user_id, p.plant_id
      from (${standingTags(dialect)}) standing ${join} plant p on standing.tag = '' and p.plant_id > $1`,
    /** Who sees which selected plant. */
    noteSeen: `
      insert into affected_access (user_id, plant_id)
      ${grantedWays
        .map(
          (way) => `
          select w.user_id, w.plant_id
          from selected_plant ${join} (${way}) w on w.plant_id = selected_plant.plant_id`,
        )
        .join(' union ')}`,
    /** Users whose lists do not change are not affected. */
    spareOthers: 'delete from affected_user where user_id not in (select user_id from affected_access)',
    affectThoseNoted: `
      insert into affected_user (user_id)
      select user_id from affected_access
      except
      select user_id from affected_user`,
    /** In the order of the table's key, so that each row is inserted after the previous one. */
    addNoted: `
      insert into plant_access (user_id, plant_id, ${memberColumns()})
      select affected_access.user_id, p.plant_id, ${memberColumns('p')}
      from affected_access ${join} plant p on p.plant_id = affected_access.plant_id
      order by affected_access.user_id, affected_access.plant_id`,
    removeNoted:
      'delete from plant_access where (user_id, plant_id) in (select user_id, plant_id from affected_access)',
    clearNoted: dialect.empty('affected_access'),
    removeAccessOfUser: 'delete from plant_access where user_id = $1',
    bumpRevisions: `
      update users set revision = ${dialect.nextRevision} where user_id in (select user_id from affected_user);
      ${dialect.empty('affected_user', 'selected_plant', 'affected_access')}`,
  } as const
})
