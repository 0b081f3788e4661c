/** The SQL of a file of grants: for lines that name their plants, many at a time. */
import { query } from '../connection.ts'

export const grantSql = {
  /** Like the tables of every change of access (`accessSql.workspace`), it is analyzed with one row in it. */
  workspace: `
    create temp table new_grant (row bigint, user_id bigint, group_id bigint, plant_id bigint) on commit drop;
    insert into new_grant values (0, 0, 0, 0);
    analyze new_grant;
    truncate new_grant;`,
  /**
   * $1: positions of lines; $2, $3: the user or the group; $4, $5, $6: key, name and tag; a line has at least one
   * of key and name. Records each grant that does not exist yet, with the first line that has it. Returns, for every
   * line that matches a plant, whether one of the new grants is its own.
   */
  note: query<[row: number, isNew: number]>(`
    with line as (
      select *
      from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
        as given (row, user_id, group_id, key, name, tag)),
    matched as materialized (
      select l.row, l.user_id, l.group_id, p.plant_id
      from line l join plant p on p.key = l.key
      where (l.name is null or p.name = l.name) and (l.tag is null or p.tag = l.tag)
      union all
      select l.row, l.user_id, l.group_id, p.plant_id
      from line l join plant p on p.name = l.name
      where l.key is null and (l.tag is null or p.tag = l.tag)),
    noted as (
      insert into new_grant (row, user_id, group_id, plant_id)
      select distinct on (m.user_id, m.group_id, m.plant_id) m.row, m.user_id, m.group_id, m.plant_id
      from matched m
      where not exists (select 1 from user_grant g where g.user_id = m.user_id and g.plant_id = m.plant_id)
        and not exists (select 1 from group_grant g where g.group_id = m.group_id and g.plant_id = m.plant_id)
      order by m.user_id, m.group_id, m.plant_id, m.row
      returning row)
    select row, max(is_new)
    from (select row, 0 as is_new from matched union all select row, 1 from noted) lines
    group by row`),
  /** Makes the recorded grants, and shows the plants to users who did not see them: these users are affected. */
  grantNoted: `
    with to_users as (
      insert into user_grant (user_id, plant_id)
      select user_id, plant_id from new_grant where user_id is not null order by 1, 2),
    to_groups as (
      insert into group_grant (group_id, plant_id)
      select group_id, plant_id from new_grant where group_id is not null order by 1, 2),
    changed as (
      insert into plant_access (user_id, plant_id, name, tag)
      select n.user_id, p.plant_id, p.name, p.tag
      from new_grant n join plant p on p.plant_id = n.plant_id
      where n.user_id is not null
      union
      select m.user_id, p.plant_id, p.name, p.tag
      from new_grant n
      join membership m on m.group_id = n.group_id
      join plant p on p.plant_id = n.plant_id
      order by 1, 2
      on conflict do nothing
      returning user_id)
    insert into affected_user (user_id) select distinct user_id from changed`,
  forget: 'truncate new_grant',
} as const
