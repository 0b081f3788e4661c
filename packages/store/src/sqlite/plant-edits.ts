/** Single plants: added and changed by hand. */
import { changeAccess, returnPlants, selectPlants, showPlantsAfter, withdrawPlants } from './access.ts'
import type { Change } from './change.ts'
import type { Connection } from './connection.ts'
import { type PlantRow, plantSql } from './plant-sql.ts'
import { toRecord } from './plants.ts'
import { matchPlants } from './selection.ts'
import { StoreError } from '../store-error.ts'
import type { Administration, NewPlant, PlantChange, PlantId, PlantRecord } from '../store.ts'
import { nameProblem, plantTextProblem } from '../text-rules.ts'

type PlantEdits = Pick<Administration, 'addPlant' | 'setPlant'>

/** The part of the operator's work that is about one plant. */
export function createPlantEdits(change: Change): PlantEdits {
  return {
    addPlant: (plant) => change('addPlant', [plant], (tx) => addPlant(tx, plant)),
    setPlant: (...what) => change('setPlant', what, (tx) => setPlant(tx, ...what)),
  }
}

function addPlant(tx: Connection, { name, tag, key }: NewPlant): PlantRecord {
  requireText('name', name, plantTextProblem)
  requireText('tag', tag, plantTextProblem)
  requireText('key', key, nameProblem)
  if (key !== undefined && tx.row(plantSql.byKey, key) !== undefined) {
    throw new StoreError('conflict', `There is a plant with the key ${JSON.stringify(key)} already.`)
  }
  return changeAccess(tx, () => {
    const row = tx.row(plantSql.add, key ?? null, name, tag ?? null)
    if (row === undefined) throw new Error('an insert returned no id')
    const [id] = row
    showPlantsAfter(tx, id - 1)
    return toRecord([id, key ?? null, name, tag ?? null])
  })
}

function requireText(
  what: string,
  text: string | null | undefined,
  problemOf: (text: string) => string | undefined,
): void {
  const problem = typeof text === 'string' ? problemOf(text) : undefined
  if (problem !== undefined) throw new StoreError('invalid', `The ${what} of the plant ${problem}.`)
}

function setPlant(
  tx: Connection,
  which: PlantId,
  to: PlantChange,
): Awaited<ReturnType<PlantEdits['setPlant']>> {
  requireText('name', to.name, plantTextProblem)
  requireText('tag', to.tag, plantTextProblem)
  const [id, key, name, tag] = requirePlant(tx, which)
  const next = { name: to.name ?? name, tag: to.tag === undefined ? tag : to.tag }
  const plant = toRecord([id, key, next.name, next.tag])
  if (next.name === name && next.tag === tag) return { plant, matched: 1, changed: 0 }
  return changeAccess(tx, () => {
    selectPlants(tx, matchPlants({ id }))
    withdrawPlants(tx)
    tx.run(plantSql.set, id, next.name, next.tag)
    returnPlants(tx)
    return { plant, matched: 1, changed: 1 }
  })
}

function requirePlant(tx: Connection, which: PlantId): PlantRow {
  const row = 'id' in which ? tx.row(plantSql.byId, which.id) : tx.row(plantSql.byKey, which.key)
  if (row !== undefined) return row
  const named = 'id' in which ? `the id ${which.id}` : `the key ${JSON.stringify(which.key)}`
  throw new StoreError('not-found', `There is no plant with ${named}.`)
}
