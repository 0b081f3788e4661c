/**
 * The SQL of access. A change of who may see what has three parts, in one transaction: name the plants (`selected_plant`)
 * and the users (`affected_user`) that it is about; change the grants; bring `plant_access` and the revisions in line.
 */

/** No user's or group's grant lets the user of the row see the plant of the row. */
export const unsupported = `
  not exists (
    select 1 from user_grant g where g.user_id = plant_access.user_id and g.plant_id = plant_access.plant_id)
  and not exists (
    select 1 from membership m
    join group_grant g on g.group_id = m.group_id and g.plant_id = plant_access.plant_id
    where m.user_id = plant_access.user_id)`

export const accessSql = {
  /** Once for each connection that writes. They are empty between two transactions. */
  workspace: `
    create temp table if not exists selected_plant (plant_id integer primary key);
    create temp table if not exists affected_user (user_id integer primary key);
    create temp table if not exists affected_access (
      user_id integer, plant_id integer, primary key (user_id, plant_id)) without rowid;`,
  clearSelectedPlants: 'delete from selected_plant',
  clearAffectedUsers: 'delete from affected_user',
  clearAffectedAccess: 'delete from affected_access',

  /** Followed by a condition on `plant`. */
  select: 'insert into selected_plant (plant_id) select plant_id from plant where',
  selectGrantedToGroup: `
    insert into selected_plant (plant_id) select plant_id from group_grant where group_id = ?1`,
  affectUser: 'insert into affected_user (user_id) values (?1)',
  affectMembers: 'insert into affected_user (user_id) select user_id from membership where group_id = ?1',

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

  /** After a grant: every affected user may now see every selected plant. */
  addAccess: `
    insert into plant_access (user_id, plant_id, name, tag)
    select affected_user.user_id, p.plant_id, p.name, p.tag
    from affected_user cross join selected_plant cross join plant p on p.plant_id = selected_plant.plant_id
    where true
    on conflict do nothing`,
  /** After a revocation: an affected user no longer sees a selected plant, unless another grant lets them. */
  removeAccess: `
    delete from plant_access
    where user_id in (select user_id from affected_user)
      and plant_id in (select plant_id from selected_plant)
      and ${unsupported}`,
  /**
   * Who sees which selected plant. Kept in a table, because SQLite searches `plant_access` for the pairs of a table and
   * reads it whole for those of a union; a cross join is done in the order in which it is written.
   */
  noteAffectedAccess: `
    insert into affected_access (user_id, plant_id)
    select g.user_id, g.plant_id
    from selected_plant cross join user_grant g on g.plant_id = selected_plant.plant_id
    union
    select m.user_id, g.plant_id
    from selected_plant
    cross join group_grant g on g.plant_id = selected_plant.plant_id
    cross join membership m on m.group_id = g.group_id`,
  affectThoseWithAccess: 'insert into affected_user (user_id) select distinct user_id from affected_access',
  /** Before the selected plants are removed. */
  removeAffectedAccess:
    'delete from plant_access where (user_id, plant_id) in (select user_id, plant_id from affected_access)',
  /** After names or tags of the selected plants changed. */
  renameAffectedAccess: `
    update plant_access
    set name = (select p.name from plant p where p.plant_id = plant_access.plant_id),
        tag = (select p.tag from plant p where p.plant_id = plant_access.plant_id)
    where (user_id, plant_id) in (select user_id, plant_id from affected_access)`,
  removeAccessOfUser: 'delete from plant_access where user_id = ?1',
  bumpRevisions: `
    update users set revision = revision + 1 where user_id in (select user_id from affected_user)`,
} as const
