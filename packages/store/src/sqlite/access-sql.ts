/**
 * The SQL of access. A change of access has three parts, in one transaction: name the plants (`selected_plant`) and the
 * users (`affected_user`) that it concerns; change the grants; bring `plant_access` and the revisions in line. A user
 * sees a plant in one of four ways: by their own grant or standing grant, or by a group's.
 */
import { query } from './connection.ts'

/** True if no grant of any kind lets the row's user see the row's plant, or there is no such plant. */
export const notGranted = `
  not exists (
    select 1 from user_grant g where g.user_id = plant_access.user_id and g.plant_id = plant_access.plant_id)
  and not exists (
    select 1 from membership m
    join group_grant g on g.group_id = m.group_id and g.plant_id = plant_access.plant_id
    where m.user_id = plant_access.user_id)
  and not exists (
    select 1 from plant p
    cross join user_standing_grant s on s.user_id = plant_access.user_id and s.tag in ('', p.tag)
    where p.plant_id = plant_access.plant_id)
  and not exists (
    select 1 from plant p
    cross join membership m on m.user_id = plant_access.user_id
    cross join group_standing_grant s on s.group_id = m.group_id and s.tag in ('', p.tag)
    where p.plant_id = plant_access.plant_id)`

/** The tags of the user ?1's standing grants, including those of groups. */
const standingTags = `
  select tag from user_standing_grant where user_id = ?1
  union
  select s.tag
  from membership m cross join group_standing_grant s on s.group_id = m.group_id
  where m.user_id = ?1`

export const accessSql = {
  /** Created once for each connection that writes. The tables are empty between two transactions. */
  workspace: `
    create temp table if not exists selected_plant (plant_id integer primary key);
    create temp table if not exists affected_user (user_id integer primary key);
    create temp table if not exists affected_access (
      user_id integer, plant_id integer, primary key (user_id, plant_id)) without rowid;`,
  clearSelectedPlants: 'delete from selected_plant',
  clearAffectedUsers: 'delete from affected_user',
  clearAffectedAccess: 'delete from affected_access',

  /** A condition on `plant` must follow. */
  select: 'insert into selected_plant (plant_id) select plant_id from plant where',
  selectGrantedToGroup: `
    insert into selected_plant (plant_id) select plant_id from group_grant where group_id = ?1`,
  selectStandingTagsOfGroup: `
    insert into selected_plant (plant_id)
    select p.plant_id
    from group_standing_grant s cross join plant p on p.tag = s.tag
    where s.group_id = ?1
    on conflict do nothing`,
  /** Every plant, if the group has the standing grant of every plant. */
  selectStandingAllOfGroup: `
    insert into selected_plant (plant_id)
    select p.plant_id
    from group_standing_grant s cross join plant p
    where s.group_id = ?1 and s.tag = ''
    on conflict do nothing`,
  affectUser: 'insert into affected_user (user_id) values (?1)',
  affectMembers: 'insert into affected_user (user_id) select user_id from membership where group_id = ?1',
  /** ?1: after this user; ?2: at most this many. */
  affectedUsers: query<[userId: number]>(
    'select user_id from affected_user where user_id > ?1 order by user_id limit ?2',
  ),
  spareUser: 'delete from affected_user where user_id = ?1',

  grantToUser: `
    insert into user_grant (user_id, plant_id)
    select ?1, plant_id from selected_plant where true
    on conflict do nothing`,
  grantToGroup: `
    insert into group_grant (group_id, plant_id)
    select ?1, plant_id from selected_plant where true
    on conflict do nothing`,
  revokeFromUser: `
    delete from user_grant where user_id = ?1 and plant_id in (select plant_id from selected_plant)`,
  revokeFromGroup: `
    delete from group_grant where group_id = ?1 and plant_id in (select plant_id from selected_plant)`,
  removeSelected: 'delete from plant where plant_id in (select plant_id from selected_plant)',

  /** After a grant: the user ?1 may now see every selected plant. */
  addAccess: `
    insert into plant_access (user_id, plant_id, name, tag)
    select ?1, p.plant_id, p.name, p.tag
    from selected_plant cross join plant p on p.plant_id = selected_plant.plant_id
    where true
    on conflict do nothing`,
  /** After a revocation: the user ?1 no longer sees a selected plant unless another grant shows it. */
  removeAccess: `
    delete from plant_access
    where user_id = ?1
      and plant_id in (select plant_id from selected_plant)
      and ${notGranted}`,
  /**
   * Records who sees which selected plant. Kept in a table because SQLite searches `plant_access` for the pairs of a
   * table, but scans it for those of a union. A cross join is executed in the order in which it is written.
   */
  noteAffectedAccess: `
    insert into affected_access (user_id, plant_id)
    select g.user_id, g.plant_id
    from selected_plant cross join user_grant g on g.plant_id = selected_plant.plant_id
    union
    select m.user_id, g.plant_id
    from selected_plant
    cross join group_grant g on g.plant_id = selected_plant.plant_id
    cross join membership m on m.group_id = g.group_id
    union
    select s.user_id, p.plant_id
    from selected_plant
    cross join plant p on p.plant_id = selected_plant.plant_id
    cross join user_standing_grant s on s.tag in ('', p.tag)
    union
    select m.user_id, p.plant_id
    from selected_plant
    cross join plant p on p.plant_id = selected_plant.plant_id
    cross join group_standing_grant s on s.tag in ('', p.tag)
    cross join membership m on m.group_id = s.group_id`,
  affectThoseWithAccess: `
    insert into affected_user (user_id) select distinct user_id from affected_access where true
    on conflict do nothing`,
  removeAffectedAccess:
    'delete from plant_access where (user_id, plant_id) in (select user_id, plant_id from affected_access)',
  addAffectedAccess: `
    insert into plant_access (user_id, plant_id, name, tag)
    select affected_access.user_id, p.plant_id, p.name, p.tag
    from affected_access cross join plant p on p.plant_id = affected_access.plant_id`,

  lastPlant: query<[plantId: number]>('select coalesce(max(plant_id), 0) from plant'),
  affectThoseWithStandingGrants: `
    insert into affected_user (user_id)
    select user_id from user_standing_grant
    union
    select m.user_id from group_standing_grant s cross join membership m on m.group_id = s.group_id`,
  /**
   * The user ?1 may see the plants after ?2, which are new, so only standing grants reach them. One user at a time,
   * each row is inserted after the previous one: ten million rows took 8 s of processor time; one plant at a time took
   * 22 s.
   */
  addAccessToAdded: `
    insert into plant_access (user_id, plant_id, name, tag)
    select ?1, p.plant_id, p.name, p.tag
    from (${standingTags}) standing cross join plant p on p.tag = standing.tag and p.plant_id > ?2
    union all
    select ?1, p.plant_id, p.name, p.tag
    from (${standingTags}) standing cross join plant p on standing.tag = '' and p.plant_id > ?2
    where true
    on conflict do nothing`,

  removeAccessOfUser: 'delete from plant_access where user_id = ?1',
  bumpRevisions: `
    update users set revision = revision + 1 where user_id in (select user_id from affected_user)`,
} as const
