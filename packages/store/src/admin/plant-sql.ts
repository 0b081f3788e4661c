/** The SQL of the operator's view of plants and grants. */
import type { GrantRow, PlantRow } from '../rows/plant-row.ts'
import { query } from './sql.ts'

export const plantSql = {
  /** A condition on `plant` and `plantPage` must follow. */
  plants: 'select plant_id, key, name, tag from plant where',
  /** $1: after this plant; $2: at most this many. */
  plantPage: 'and plant_id > $1 order by plant_id limit $2',
  byId: query<PlantRow>('select plant_id, key, name, tag from plant where plant_id = $1'),
  byKey: query<PlantRow>('select plant_id, key, name, tag from plant where key = $1'),
  /** $1: its id; $2: key; $3: name; $4: tag. */
  add: 'insert into plant (plant_id, key, name, tag) values ($1, $2, $3, $4)',
  /** $1: the plant; $2: name; $3: tag. */
  set: 'update plant set name = $2, tag = $3 where plant_id = $1',
  /** $1, $2: after this user and plant; $3: up to this user; $4: at most this many. */
  userGrants: query<GrantRow>(`
    select g.user_id, u.name, p.plant_id, p.key, p.name, p.tag
    from user_grant g
    join users u on u.user_id = g.user_id
    join plant p on p.plant_id = g.plant_id
    where (g.user_id, g.plant_id) > ($1, $2) and g.user_id <= $3
    order by g.user_id, g.plant_id
    limit $4`),
  /** $1, $2: after this group and plant; $3: up to this group; $4: at most this many. */
  groupGrants: query<GrantRow>(`
    select g.group_id, o.name, p.plant_id, p.key, p.name, p.tag
    from group_grant g
    join groups o on o.group_id = g.group_id
    join plant p on p.plant_id = g.plant_id
    where (g.group_id, g.plant_id) > ($1, $2) and g.group_id <= $3
    order by g.group_id, g.plant_id
    limit $4`),
} as const
