/** The SQL of imports: temporary tables that a file is read into, and their use. */
import { type Query, query } from '../connection.ts'

export const importSql = {
  plantWorkspace: `
    create temp table staged (
      row bigint primary key, line bigint not null, key text collate "C" unique, name text collate "C" not null,
      tag text collate "C") on commit drop;
    create temp table stored (
      name text collate "C" not null, tag text collate "C" not null, copies bigint not null) on commit drop;`,
  /** $1: rows; $2: lines; $3: keys; $4: names; $5: tags. Returns the rows that were taken: a repeated key is not. */
  stagePlants: query<[row: number]>(`
    insert into staged (row, line, key, name, tag)
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])
    on conflict do nothing
    returning row`),
  lineOfKey: query<[line: number]>('select line from staged where key = $1'),
  analyze: 'analyze staged',

  selectUpdated: `
    insert into selected_plant (plant_id)
    select p.plant_id
    from staged l join plant p on p.key = l.key
    where p.name <> l.name or p.tag is distinct from l.tag`,
  updatePlants: `
    update plant
    set name = l.name, tag = l.tag
    from staged l
    where l.key = plant.key and plant.plant_id in (select plant_id from selected_plant)`,
  dropKnownKeys: 'delete from staged using plant p where p.key = staged.key',

  /** How many plants without a key the store has for each name and tag of the file; '' stands for no tag. */
  countStored: `
    insert into stored (name, tag, copies)
    select name, coalesce(tag, ''), count(*)
    from plant
    where key is null and name in (select name from staged where key is null)
    group by 1, 2`,
  dropStored: `
    delete from staged
    where row in (
      select l.row
      from (
        select row, name, coalesce(tag, '') as tag,
          row_number() over (partition by name, tag order by row) as copy
        from staged
        where key is null) l
      join stored s on s.name = l.name and s.tag = l.tag
      where l.copy <= s.copies)`,
  lastPlant: query<[plantId: number]>("select value from last_id where of = 'plant'"),
  /** $1: the last plant that exists. */
  addPlants: `
    insert into plant (plant_id, key, name, tag)
    select $1::bigint + row_number() over (order by row), key, name, tag from staged`,
  /** $1: how many plants were added. */
  countPlants: "update last_id set value = value + $1::bigint where of = 'plant'",

  valueWorkspace:
    'create temp table staged (row bigint primary key, line bigint not null, value text not null) on commit drop;',
  /** $1: rows; $2: lines; $3: values. */
  stageValues: `
    insert into staged (row, line, value) select * from unnest($1::bigint[], $2::bigint[], $3::text[])`,
  /** $1: after this row; $2: at most this many. */
  values: query<[row: number, line: number, value: string]>(
    'select row, line, value from staged where row > $1 order by row limit $2',
  ),

  users: query<[id: number, name: string]>('select user_id, name from users where name = any ($1::text[])'),
  groups: query<[id: number, name: string]>(
    'select group_id, name from groups where name = any ($1::text[])',
  ),
  addUsers: addNamed('users', 'user_id'),
  addGroups: addNamed('groups', 'group_id'),
  joinWorkspace: 'create temp table joined (group_id bigint, user_id bigint) on commit drop;',
  /** $1: groups; $2: users. Records and returns the memberships that are new. */
  join: query<[groupId: number, userId: number]>(`
    with added as (
      insert into membership (group_id, user_id)
      select * from unnest($1::bigint[], $2::bigint[])
      on conflict do nothing
      returning group_id, user_id)
    insert into joined (group_id, user_id) select group_id, user_id from added
    returning group_id, user_id`),
  /** New members see what their groups see. They are affected unless they already saw all of it. */
  addAccessOfJoined: `
    with changed as (
      insert into plant_access (user_id, plant_id, name, tag)
      select j.user_id, p.plant_id, p.name, p.tag
      from joined j join group_grant g on g.group_id = j.group_id join plant p on p.plant_id = g.plant_id
      union
      select j.user_id, p.plant_id, p.name, p.tag
      from joined j join group_standing_grant s on s.group_id = j.group_id join plant p on p.tag = s.tag
      union
      select j.user_id, p.plant_id, p.name, p.tag
      from joined j join group_standing_grant s on s.group_id = j.group_id and s.tag = '' cross join plant p
      order by 1, 2
      on conflict do nothing
      returning user_id)
    insert into affected_user (user_id) select distinct user_id from changed`,
  clearJoined: 'delete from joined',
} as const

/** $1: names; $2: the time. Ids are assigned in the order of the names. */
function addNamed(table: 'users' | 'groups', id: string): Query<[id: number, name: string]> {
  return `
    with next as (
      update last_id set value = value + cardinality($1::text[]) where of = '${table}'
      returning value - cardinality($1::text[]) as before)
    insert into ${table} (${id}, name, created_at)
    select next.before + given.place, given.name, $2::bigint
    from next cross join unnest($1::text[]) with ordinality given (name, place)
    returning ${id}, name`
}
