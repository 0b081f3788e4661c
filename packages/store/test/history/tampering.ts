/** Checks that `verify` names a row of the access table that was changed by hand, and that a rebuild repairs it. */
import assert from 'node:assert/strict'
import { collect } from '../collect.ts'
import type { Place } from './place.ts'

/** Changes one row, chosen by the number, in one of three ways. The store is sound before and after. */
export async function checkTampering(place: Place, drawn: number): Promise<void> {
  const { store } = place
  const expected = await tamper(place, drawn)
  const found = await collect(store.verify())
  assert.deepEqual(
    found.map(({ what, detail }) => `${what}: ${detail}`),
    [`access: ${expected}`],
  )
  assert.equal(await store.rebuildAccess(), 1)
  assert.deepEqual(await collect(store.verify()), [])
}

/** Returns what `verify` should say about it. */
async function tamper(place: Place, drawn: number): Promise<string> {
  const rows = await place.accessRows()
  const row = rows[drawn % Math.max(1, rows.length)]
  if (row === undefined || drawn % 3 === 0) {
    await place.execute("insert into plant_access values (1, 1000, 'Rose', 'tree')")
    return 'plant 1000 of user 1 stands in the access table, but is not granted'
  }
  const where = `where user_id = ${row.userId} and plant_id = ${row.plantId}`
  const pair = `plant ${row.plantId} of user ${row.userId}`
  if (drawn % 3 === 1) {
    await place.execute(`delete from plant_access ${where}`)
    return `${pair} is granted, but missing from the access table`
  }
  await place.execute(`update plant_access set tag = 'another' ${where}`)
  return `${pair} has another name or tag in the access table`
}
