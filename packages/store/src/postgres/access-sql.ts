/**
 * The SQL of access. A change of access has three parts, in one transaction: name the plants (`selected_plant`) and the
 * users (`affected_user`) that it concerns; change the grants; bring `plant_access` and the revisions in line. A user
 * sees a plant in one of four ways: by their own grant or standing grant, or by a group's.
 */

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
    join user_standing_grant s on s.user_id = plant_access.user_id and s.tag in ('', p.tag)
    where p.plant_id = plant_access.plant_id)
  and not exists (
    select 1 from plant p
    join membership m on m.user_id = plant_access.user_id
    join group_standing_grant s on s.group_id = m.group_id and s.tag in ('', p.tag)
    where p.plant_id = plant_access.plant_id)`

/** Removes the affected users whose list was not changed by the statement named `changed`. */
const spareOthers = 'delete from affected_user where user_id not in (select user_id from changed)'

/** Every user with each tag of a standing grant, including those of groups. */
const standingTags = `
  select user_id, tag from user_standing_grant
  union
  select m.user_id, s.tag from group_standing_grant s join membership m on m.group_id = s.group_id`

/**
 * The next revision: a count, with 24 random bits behind it. If a server was restored, or a standby was promoted before
 * it heard of a change, that change is lost. The next change makes the same count, and only the random bits differ.
 */
export const nextRevision = '(((revision >> 24) + 1) << 24) + floor(random() * 16777216)::bigint'

export const accessSql = {
  /**
   * The tables are dropped with the transaction. None holds a row twice; they have no indexes, which would also ensure
   * that, because it halves the time to create them. The planner assumes thousands of rows in a table that was never
   * analyzed, and a grant of one plant then reads all plants: so each table is analyzed with one row in it.
   */
  workspace: `
    create temp table selected_plant (plant_id bigint) on commit drop;
    create temp table affected_user (user_id bigint) on commit drop;
    create temp table affected_access (user_id bigint, plant_id bigint) on commit drop;
    insert into selected_plant values (0);
    insert into affected_user values (0);
    insert into affected_access values (0, 0);
    analyze selected_plant, affected_user, affected_access;
    truncate selected_plant, affected_user, affected_access;`,
  clearAffectedUsers: 'delete from affected_user',
  clearAffectedAccess: 'delete from affected_access',

  /** A condition on `plant` must follow. */
  select: 'insert into selected_plant (plant_id) select plant_id from plant where',
  selectGrantedToGroup: `
    insert into selected_plant (plant_id)
    select plant_id from group_grant where group_id = $1
    union
    select p.plant_id
    from group_standing_grant s join plant p on p.tag = s.tag
    where s.group_id = $1
    union
    select p.plant_id
    from group_standing_grant s cross join plant p
    where s.group_id = $1 and s.tag = ''`,
  affectUser: 'insert into affected_user (user_id) values ($1)',
  affectMembers: 'insert into affected_user (user_id) select user_id from membership where group_id = $1',

  grantToUser: `
    insert into user_grant (user_id, plant_id)
    select $1::bigint, plant_id from selected_plant
    on conflict do nothing`,
  grantToGroup: `
    insert into group_grant (group_id, plant_id)
    select $1::bigint, plant_id from selected_plant
    on conflict do nothing`,
  revokeFromUser: `
    delete from user_grant where user_id = $1 and plant_id in (select plant_id from selected_plant)`,
  revokeFromGroup: `
    delete from group_grant where group_id = $1 and plant_id in (select plant_id from selected_plant)`,
  removeSelected: 'delete from plant where plant_id in (select plant_id from selected_plant)',

  /** After a grant: the affected users may now see every selected plant. */
  addAccess: `
    with changed as (
      insert into plant_access (user_id, plant_id, name, tag)
      select a.user_id, p.plant_id, p.name, p.tag
      from affected_user a
      cross join selected_plant s
      join plant p on p.plant_id = s.plant_id
      order by 1, 2
      on conflict do nothing
      returning user_id)
    ${spareOthers}`,
  /** After a revocation: the affected users no longer see a selected plant unless another grant shows it. */
  removeAccess: `
    with changed as (
      delete from plant_access
      using affected_user a, selected_plant s
      where plant_access.user_id = a.user_id and plant_access.plant_id = s.plant_id and ${notGranted}
      returning plant_access.user_id)
    ${spareOthers}`,
  /** Records who sees which selected plant. */
  noteAffectedAccess: `
    insert into affected_access (user_id, plant_id)
    select g.user_id, g.plant_id
    from selected_plant join user_grant g on g.plant_id = selected_plant.plant_id
    union
    select m.user_id, g.plant_id
    from selected_plant
    join group_grant g on g.plant_id = selected_plant.plant_id
    join membership m on m.group_id = g.group_id
    union
    select s.user_id, p.plant_id
    from selected_plant
    join plant p on p.plant_id = selected_plant.plant_id
    join user_standing_grant s on s.tag in ('', p.tag)
    union
    select m.user_id, p.plant_id
    from selected_plant
    join plant p on p.plant_id = selected_plant.plant_id
    join group_standing_grant s on s.tag in ('', p.tag)
    join membership m on m.group_id = s.group_id`,
  affectThoseWithAccess: `
    insert into affected_user (user_id)
    select user_id from affected_access
    except
    select user_id from affected_user`,
  removeAffectedAccess: `
    delete from plant_access
    using affected_access a
    where plant_access.user_id = a.user_id and plant_access.plant_id = a.plant_id`,
  addAffectedAccess: `
    insert into plant_access (user_id, plant_id, name, tag)
    select a.user_id, p.plant_id, p.name, p.tag
    from affected_access a join plant p on p.plant_id = a.plant_id
    order by 1, 2`,

  /** The plants after $1 are new, so only standing grants reach them. The users who see one of them are affected. */
  addAccessToAdded: `
    with changed as (
      insert into plant_access (user_id, plant_id, name, tag)
      select standing.user_id, p.plant_id, p.name, p.tag
      from (${standingTags}) standing join plant p on p.tag = standing.tag and p.plant_id > $1
      union
      select standing.user_id, p.plant_id, p.name, p.tag
      from (${standingTags}) standing join plant p on standing.tag = '' and p.plant_id > $1
      order by 1, 2
      returning user_id)
    insert into affected_user (user_id) select distinct user_id from changed`,

  removeAccessOfUser: 'delete from plant_access where user_id = $1',
  /**
   * Gives the affected users a new revision, and empties the tables of users and plants. Not by `delete`: a transaction
   * continues to read the rows it has deleted, so each line of an import would cost more than the one before.
   */
  bumpRevisions: `
    update users set revision = ${nextRevision} where user_id in (select user_id from affected_user);
    truncate affected_user, selected_plant, affected_access`,
} as const
