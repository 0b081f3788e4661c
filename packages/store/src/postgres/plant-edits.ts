/** Single plants: adding and changing them by hand. */
import { noSuchPlant, requireFreeKey } from '../refusals.ts'
import { type PlantRow, toRecord } from '../rows/plant-row.ts'
import type { Administration, NewPlant, PlantChange, PlantId, PlantRecord } from '../store.ts'
import { requirePlantTexts } from '../text-rules.ts'
import { addAccessToNewPlants, addAllAccess, changeAccess, removeAllAccess, selectPlants } from './access.ts'
import type { Change } from './change.ts'
import type { Transaction } from './connection.ts'
import { plantSql } from './plant-sql.ts'
import { matchPlants } from './selection.ts'

type PlantEdits = Pick<Administration, 'addPlant' | 'setPlant'>

/** The operator's methods for one plant. */
export function createPlantEdits(change: Change): PlantEdits {
  return {
    addPlant: (plant) => change('addPlant', [plant], (tx) => addPlant(tx, plant)),
    setPlant: (...what) => change('setPlant', what, (tx) => setPlant(tx, ...what)),
  }
}

async function addPlant(tx: Transaction, { name, tag, key }: NewPlant): Promise<PlantRecord> {
  requirePlantTexts({ name, tag, key })
  if (key !== undefined) requireFreeKey(key, await tx.row(plantSql.byKey, key))
  return changeAccess(tx, async () => {
    const row = await tx.row(plantSql.add, key ?? null, name, tag ?? null)
    if (row === undefined) throw new Error('an insert returned no id')
    const [id] = row
    await addAccessToNewPlants(tx, id - 1)
    return toRecord([id, key ?? null, name, tag ?? null])
  })
}

async function setPlant(
  tx: Transaction,
  which: PlantId,
  to: PlantChange,
): ReturnType<PlantEdits['setPlant']> {
  requirePlantTexts(to)
  const [id, key, name, tag] = await requirePlant(tx, which)
  const next = { name: to.name ?? name, tag: to.tag === undefined ? tag : to.tag }
  const plant = toRecord([id, key, next.name, next.tag])
  if (next.name === name && next.tag === tag) return { plant, matched: 1, changed: 0 }
  return changeAccess(tx, async () => {
    await selectPlants(tx, matchPlants({ id }))
    await removeAllAccess(tx)
    await tx.run(plantSql.set, id, next.name, next.tag)
    await addAllAccess(tx)
    return { plant, matched: 1, changed: 1 }
  })
}

async function requirePlant(tx: Transaction, which: PlantId): Promise<PlantRow> {
  const row = await ('id' in which ? tx.row(plantSql.byId, which.id) : tx.row(plantSql.byKey, which.key))
  if (row === undefined) throw noSuchPlant(which)
  return row
}
