/** The SQL of the operator's view of plants and grants. */
import type { GrantRow, PlantRow } from './rows.ts'
import { memberColumns, memberParameters } from '../plant-members.ts'
import { ofEachKind, query } from './sql.ts'

/** The columns of `PlantRow`. */
const plantColumns = (of?: string): string =>
  of === undefined ? `key, plant_id, ${memberColumns()}` : `${of}.key, ${of}.plant_id, ${memberColumns(of)}`

export const plantSql = {
  /** A condition on `plant` and `plantPage` must follow. */
  plants: `select ${plantColumns()} from plant where`,
  /** $1: after this plant; $2: at most this many. */
  plantPage: 'and plant_id > $1 order by plant_id limit $2',
  byId: query<PlantRow>(`select ${plantColumns()} from plant where plant_id = $1`),
  byKey: query<PlantRow>(`select ${plantColumns()} from plant where key = $1`),
  /** The values of a `PlantRow`. */
  add: `insert into plant (${plantColumns()}) values ($1, $2, ${memberParameters(3)})`,
  /** $1: the plant; then its members. */
  set: `update plant set (${memberColumns()}) = (${memberParameters(2)}) where plant_id = $1`,
  /** $1, $2: after this user or group, and plant; $3: up to this user or group; $4: at most this many. */
  grants: ofEachKind((kind) =>
    query<GrantRow>(`
    select g.${kind}_id, o.name, ${plantColumns('p')}
    from ${kind}_grant g
    join ${kind}s o on o.${kind}_id = g.${kind}_id
    join plant p on p.plant_id = g.plant_id
    where (g.${kind}_id, g.plant_id) > ($1, $2) and g.${kind}_id <= $3
    order by g.${kind}_id, g.plant_id
    limit $4`),
  ),
} as const
