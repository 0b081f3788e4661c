/** The SQL of the operator's view of plants and grants. */
import type { GrantRow, PlantRow } from './rows.ts'
import { ofEachKind, query } from './sql.ts'

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
  /** $1, $2: after this user or group, and plant; $3: up to this user or group; $4: at most this many. */
  grants: ofEachKind((kind) =>
    query<GrantRow>(`
    select g.${kind}_id, o.name, p.plant_id, p.key, p.name, p.tag
    from ${kind}_grant g
    join ${kind}s o on o.${kind}_id = g.${kind}_id
    join plant p on p.plant_id = g.plant_id
    where (g.${kind}_id, g.plant_id) > ($1, $2) and g.${kind}_id <= $3
    order by g.${kind}_id, g.plant_id
    limit $4`),
  ),
} as const
