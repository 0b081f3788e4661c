/** The SQL of imports: temporary tables that a file is read into, and what is done with them. */
import { query } from '../connection.ts'

export const importSql = {
  plantWorkspace: `
    create temp table line (line integer primary key, key text unique, name text not null, tag text);
    create temp table stored (name text, tag text, copies integer, primary key (name, tag));`,
  /** ?1: line; ?2: key; ?3: name; ?4: tag. Changes nothing where an earlier line has the key. */
  stagePlant: 'insert into line (line, key, name, tag) values (?1, ?2, ?3, ?4) on conflict do nothing',
  lineOfKey: query<[line: number]>('select line from line where key = ?1'),

  selectUpdated: `
    insert into selected_plant (plant_id)
    select p.plant_id
    from line l cross join plant p on p.key = l.key
    where p.name <> l.name or p.tag is distinct from l.tag`,
  updatePlants: `
    update plant
    set name = l.name, tag = l.tag
    from line l
    where l.key = plant.key and plant.plant_id in (select plant_id from selected_plant)`,
  dropKnownKeys: 'delete from line where exists (select 1 from plant p where p.key = line.key)',

  /** How many plants without a key each name and tag of the file has in the store; '' stands for no tag. */
  countStored: `
    insert into stored (name, tag, copies)
    select name, coalesce(tag, ''), count(*)
    from plant
    where key is null and name in (select name from line where key is null)
    group by name, tag`,
  dropStored: `
    delete from line
    where line in (
      select l.line
      from (
        select line, name, coalesce(tag, '') as tag,
          row_number() over (partition by name, tag order by line) as copy
        from line
        where key is null) l
      join stored s on s.name = l.name and s.tag = l.tag
      where l.copy <= s.copies)`,
  addPlants: 'insert into plant (key, name, tag) select key, name, tag from line order by line',

  valueWorkspace: 'create temp table line (line integer primary key, value text not null);',
  stageValue: 'insert into line (line, value) values (?1, ?2)',
  /** ?1: after this line; ?2: at most so many. */
  values: query<[line: number, value: string]>(
    'select line, value from line where line > ?1 order by line limit ?2',
  ),
} as const
