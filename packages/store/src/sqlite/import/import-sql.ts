/** The SQL of imports: temporary tables that a file is read into, and their use. */
import { query } from '../connection.ts'

export const importSql = {
  plantWorkspace: `
    create temp table staged (
      row integer primary key, line integer not null, key text unique, name text not null, tag text);
    create temp table stored (name text, tag text, copies integer, primary key (name, tag));`,
  /** ?1: line; ?2: key; ?3: name; ?4: tag. Changes nothing if an earlier line has the key. */
  stagePlant: 'insert into staged (line, key, name, tag) values (?1, ?2, ?3, ?4) on conflict do nothing',
  lineOfKey: query<[line: number]>('select line from staged where key = ?1'),

  selectUpdated: `
    insert into selected_plant (plant_id)
    select p.plant_id
    from staged l cross join plant p on p.key = l.key
    where p.name <> l.name or p.tag is distinct from l.tag`,
  updatePlants: `
    update plant
    set name = l.name, tag = l.tag
    from staged l
    where l.key = plant.key and plant.plant_id in (select plant_id from selected_plant)`,
  dropKnownKeys: 'delete from staged where exists (select 1 from plant p where p.key = staged.key)',

  /** How many plants without a key the store has for each name and tag of the file; '' stands for no tag. */
  countStored: `
    insert into stored (name, tag, copies)
    select name, coalesce(tag, ''), count(*)
    from plant
    where key is null and name in (select name from staged where key is null)
    group by name, tag`,
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
  addPlants: 'insert into plant (key, name, tag) select key, name, tag from staged order by row',

  valueWorkspace:
    'create temp table staged (row integer primary key, line integer not null, value text not null);',
  stageValue: 'insert into staged (line, value) values (?1, ?2)',
  /** ?1: after this row; ?2: at most this many. */
  values: query<[row: number, line: number, value: string]>(
    'select row, line, value from staged where row > ?1 order by row limit ?2',
  ),
} as const
