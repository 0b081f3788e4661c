/** Plants and the grants of single plants: listing them, adding and changing single plants by hand. */
import { isDeepStrictEqual } from 'node:util'
import { listById, readBatches } from './read-batches.ts'
import { noSuchPlant, requireFree } from './refusals.ts'
import { type GrantRow, type PlantRow, toRecord } from './rows.ts'
import type {
  Administration,
  Grant,
  ListRange,
  PlantChange,
  PlantId,
  PlantRecord,
  PlantSelection,
  Subject,
} from '../store.ts'
import { changeRow, describeMembers, memberColumns, memberParameters, toRow } from '../plant-members.ts'
import { requirePlantTexts } from '../text-rules.ts'
import { addAccessToNewPlants, addAllAccess, changeAccess, removeAllAccess, selectPlants } from './access.ts'
import { type Change, quote } from './change.ts'
import { matchPlants } from './selection.ts'
import { ofEachKind, query, type Reading, type Transaction } from './sql.ts'
import { idsOf, toSubject } from './subjects.ts'

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

type Plants = Pick<Administration, 'plants' | 'grants' | 'addPlant' | 'setPlant'>

/** The operator's methods for plants and grants of single plants. */
export function createPlants(reading: Reading, change: Change): Plants {
  return {
    plants: (selection, range) => listPlants(reading, selection, range),
    grants: (subject, range) => listGrants(reading, subject, range),
    addPlant: ({ key, ...plant }) =>
      change('plants add', (tx) =>
        changeAccess(tx, async () => {
          requirePlantTexts({ ...plant, key })
          if (key !== undefined) requireFree('plant with the key', key, await tx.row(plantSql.byKey, key))
          const before = await tx.dialect.takeIds(tx, 'plant', 1)
          const row: PlantRow = [key ?? null, ...toRow(before + 1, plant)]
          await tx.run(plantSql.add, ...row)
          await addAccessToNewPlants(tx, before)
          const added = toRecord(row)
          return [added, `Added plant ${added.id} (${quote(added.name)}).`, added]
        }),
      ),
    setPlant: (...what) =>
      change('plants set', async (tx) => {
        const outcome = await setPlant(tx, ...what)
        const { plant } = outcome
        return [outcome, `Set plant ${plant.id} (${quote(plant.name)}), ${describeMembers(plant)}.`, plant]
      }),
  }
}

async function* listPlants(
  reading: Reading,
  selection: PlantSelection,
  range?: ListRange,
): AsyncGenerator<PlantRecord> {
  const { where, parameters } = matchPlants(reading, selection, 3)
  const sql = query<PlantRow>(`${plantSql.plants} ${where} ${plantSql.plantPage}`)
  yield* listById(range, async (...from) =>
    (await reading.rows(sql, ...from, ...parameters)).map((row) => toRecord(row)),
  )
}

async function* listGrants(reading: Reading, subject?: Subject, range?: ListRange): AsyncGenerator<Grant> {
  // It is a range of plants.
  const { after = 0, limit } = (subject && range) ?? {}
  for (const { kind, from, to } of await idsOf(reading, subject)) {
    const rows = readBatches<GrantRow>(
      (last, size) => reading.rows(plantSql.grants[kind], last?.[0] ?? from, last?.[3] ?? after, to, size),
      limit,
    )
    for await (const [, name, ...plant] of rows) {
      yield { subject: toSubject(kind, name), plant: toRecord(plant) }
    }
  }
}

async function setPlant(tx: Transaction, which: PlantId, to: PlantChange): ReturnType<Plants['setPlant']> {
  requirePlantTexts(to)
  const [key, ...before] = await requirePlant(tx, which)
  const after = changeRow(before, to)
  const plant = toRecord([key, ...after])
  if (isDeepStrictEqual(after, before)) return { plant, matched: 1, changed: 0 }
  return changeAccess(tx, async () => {
    await selectPlants(tx, matchPlants(tx, { id: plant.id }))
    await removeAllAccess(tx)
    await tx.run(plantSql.set, ...after)
    await addAllAccess(tx)
    return { plant, matched: 1, changed: 1 }
  })
}

async function requirePlant(tx: Transaction, which: PlantId): Promise<PlantRow> {
  const row = await ('id' in which ? tx.row(plantSql.byId, which.id) : tx.row(plantSql.byKey, which.key))
  if (row === undefined) throw noSuchPlant(which)
  return row
}
