/** Single plants: adding and changing them by hand. */
import { addAccessToNewPlants, addAllAccess, changeAccess, removeAllAccess, selectPlants } from './access.ts'
import type { Change } from './change.ts'
import type { Connection } from './connection.ts'
import { type PlantRow, toRecord } from '../rows/plant-row.ts'
import { plantSql } from './plant-sql.ts'
import { matchPlants } from './selection.ts'
import { noSuchPlant, requireFreeKey } from '../refusals.ts'
import type { Administration, NewPlant, PlantChange, PlantId, PlantRecord } from '../store.ts'
import { requirePlantTexts } from '../text-rules.ts'

type PlantEdits = Pick<Administration, 'addPlant' | 'setPlant'>

/** The operator's methods for one plant. */
export function createPlantEdits(change: Change): PlantEdits {
  return {
    addPlant: (plant) => change('addPlant', [plant], (tx) => addPlant(tx, plant)),
    setPlant: (...what) => change('setPlant', what, (tx) => setPlant(tx, ...what)),
  }
}

function addPlant(tx: Connection, { name, tag, key }: NewPlant): PlantRecord {
  requirePlantTexts({ name, tag, key })
  if (key !== undefined) requireFreeKey(key, tx.row(plantSql.byKey, key))
  return changeAccess(tx, () => {
    const row = tx.row(plantSql.add, key ?? null, name, tag ?? null)
    if (row === undefined) throw new Error('an insert returned no id')
    const [id] = row
    addAccessToNewPlants(tx, id - 1)
    return toRecord([id, key ?? null, name, tag ?? null])
  })
}

function setPlant(
  tx: Connection,
  which: PlantId,
  to: PlantChange,
): Awaited<ReturnType<PlantEdits['setPlant']>> {
  requirePlantTexts(to)
  const [id, key, name, tag] = requirePlant(tx, which)
  const next = { name: to.name ?? name, tag: to.tag === undefined ? tag : to.tag }
  const plant = toRecord([id, key, next.name, next.tag])
  if (next.name === name && next.tag === tag) return { plant, matched: 1, changed: 0 }
  return changeAccess(tx, () => {
    selectPlants(tx, matchPlants({ id }))
    removeAllAccess(tx)
    tx.run(plantSql.set, id, next.name, next.tag)
    addAllAccess(tx)
    return { plant, matched: 1, changed: 1 }
  })
}

function requirePlant(tx: Connection, which: PlantId): PlantRow {
  const row = 'id' in which ? tx.row(plantSql.byId, which.id) : tx.row(plantSql.byKey, which.key)
  if (row !== undefined) return row
  throw noSuchPlant(which)
}
