/** The SQL of imports: temporary tables that a file is read into, and their use. */
import { inDialect, ofEachKind, query, rowsOf } from '../admin/sql.ts'
import { memberColumns, memberKinds, memberTexts } from '../plant-members.ts'

/** What users newly see through their new memberships, or through new grants: not what they saw before. */
const gained = (pairs: string): string => `
  insert into affected_access (user_id, plant_id)
  select gained.user_id, gained.plant_id
  from (${pairs}) gained
  where not exists (
    select 1 from plant_access v where v.user_id = gained.user_id and v.plant_id = gained.plant_id)`

const members = memberColumns()

export const importSql = inDialect((dialect) => {
  const { join, texts } = dialect
  return {
    /** $1: row, line, key and members of each line. Returns the rows that were taken: a repeated key is not. */
    stagePlants: query<[row: number]>(`
      insert into staged (row, line, key, ${members})
      ${rowsOf(dialect, { row: 'bigint', line: 'bigint', key: 'text', ...memberKinds })} where true
      on conflict do nothing
      returning row`),
    lineOfKey: query<[line: number]>('select line from staged where key = $1'),
    selectUpdated: `
      insert into selected_plant (plant_id)
      select p.plant_id
      from staged l ${join} plant p on p.key = l.key
      where (${memberColumns('p')}) is distinct from (${memberColumns('l')})`,
    updatePlants: `
      update plant
      set (${members}) = (${memberColumns('l')})
      from staged l
      where l.key = plant.key and plant.plant_id in (select plant_id from selected_plant)`,
    dropKnownKeys: 'delete from staged where exists (select 1 from plant p where p.key = staged.key)',
    /** How many plants without a key the store has of each that the file has. */
    countStored: `
      insert into stored (${members}, copies)
      select ${memberTexts}, count(*)
      from plant
      where key is null and name in (select name from staged where key is null)
      group by ${members}`,
    dropStored: `
      delete from staged
      where row in (
        select l.row
        from (
          select row, ${memberTexts}, row_number() over (partition by ${members} order by row) as copy
          from staged
          where key is null) l
        join stored s on (${memberColumns('s')}) = (${memberColumns('l')})
        where l.copy <= s.copies)`,
    countStaged: query<[plants: number]>('select count(*) from staged'),
    /** $1: the id before the first. In the order of the file. */
    addPlants: `
      insert into plant (plant_id, key, ${members})
      select cast($1 as bigint) + row_number() over (order by row), key, ${members} from staged order by row`,

    /** $1: row, line and value of each line. */
    stageValues: `
      insert into staged (row, line, value)
      ${rowsOf(dialect, { row: 'bigint', line: 'bigint', value: 'text' })}`,
    /** $1: after this row; $2: at most this many. */
    values: query<[row: number, line: number, value: string]>(
      'select row, line, value from staged where row > $1 order by row limit $2',
    ),

    /** $1: names, as JSON. */
    named: ofEachKind((kind) =>
      query<[id: number, name: string]>(
        `select ${kind}_id, name from ${kind}s where name in (select value from ${texts(1)})`,
      ),
    ),
    /** $1: id, name, and when it is made, of each. */
    addNamed: ofEachKind(
      (kind) => `
      insert into ${kind}s (${kind}_id, name, created_at)
      ${rowsOf(dialect, { id: 'bigint', name: 'text', created_at: 'bigint' })}`,
    ),

    /** $1: group and user of each membership. Those that are new are in `joined`. */
    noteJoined: `
      insert into joined (group_id, user_id)
      select distinct given.group_id, given.user_id
      from (${rowsOf(dialect, { group_id: 'bigint', user_id: 'bigint' })}) given
      where not exists (
        select 1 from membership m where m.group_id = given.group_id and m.user_id = given.user_id)`,
    joined: query<[groupId: number, userId: number]>('select group_id, user_id from joined'),
    join: 'insert into membership (group_id, user_id) select group_id, user_id from joined',
    noteAccessOfJoined: gained(`
      select j.user_id, g.plant_id
      from joined j ${join} group_grant g on g.group_id = j.group_id
      union
      select j.user_id, p.plant_id
      from joined j
      ${join} group_standing_grant s on s.group_id = j.group_id
      ${join} plant p on p.tag = s.tag
      union
      select j.user_id, p.plant_id
      from joined j ${join} group_standing_grant s on s.group_id = j.group_id and s.tag = '' cross join plant p`),
    clearJoined: dialect.empty('joined'),

    /** $1: row, user or group, key, name and tag of each line, of which key or name is there. What they match. */
    noteMatched: `
      insert into matched (row, user_id, group_id, plant_id)
      with line as (${rowsOf(dialect, { row: 'bigint', user_id: 'bigint', group_id: 'bigint', key: 'text', name: 'text', tag: 'text' })})
      select l.row, l.user_id, l.group_id, p.plant_id
      from line l ${join} plant p on p.key = l.key
      where (l.name is null or p.name = l.name) and (l.tag is null or p.tag = l.tag)
      union all
      select l.row, l.user_id, l.group_id, p.plant_id
      from line l ${join} plant p on p.name = l.name
      where l.key is null and (l.tag is null or p.tag = l.tag)`,
    /** Each grant that does not exist yet, with the first line that has it. */
    noteNew: `
      insert into new_grant (row, user_id, group_id, plant_id)
      select min(row), user_id, group_id, plant_id
      from matched
      where not exists (
          select 1 from user_grant g where g.user_id = matched.user_id and g.plant_id = matched.plant_id)
        and not exists (
          select 1 from group_grant g where g.group_id = matched.group_id and g.plant_id = matched.plant_id)
      group by user_id, group_id, plant_id`,
    /** For every line that matches a plant, whether one of the new grants is its own. */
    outcomes: query<[row: number, isNew: number]>(`
      select row, max(is_new)
      from (select row, 0 as is_new from matched union all select row, 1 from new_grant) lines
      group by row`),
    grantToUsers: `
      insert into user_grant (user_id, plant_id)
      select user_id, plant_id from new_grant where user_id is not null order by 1, 2`,
    grantToGroups: `
      insert into group_grant (group_id, plant_id)
      select group_id, plant_id from new_grant where group_id is not null order by 1, 2`,
    noteAccessOfNew: gained(`
      select user_id, plant_id from new_grant where user_id is not null
      union
      select m.user_id, n.plant_id from new_grant n ${join} membership m on m.group_id = n.group_id`),
    clearGrants: dialect.empty('matched', 'new_grant'),
  } as const
})
