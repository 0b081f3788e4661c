/** Checks that `verify` names a row of the access table that was changed by hand, and that a rebuild repairs it. */
import assert from 'node:assert/strict'
import { collect } from '../collect.ts'
import { execute, readRows } from '../databases.ts'
import type { World } from '../promises/world.ts'

/** Changes one row, chosen by the number, in one of three ways. The store is sound before and after. */
export async function checkTampering(world: World, drawn: number): Promise<void> {
  const { store } = world
  const expected = await tamper(world.database, drawn)
  const found = await collect(store.verify())
  assert.deepEqual(
    found.map(({ what, detail }) => `${what}: ${detail}`),
    [`access: ${expected}`],
  )
  assert.equal(await store.rebuildAccess(), 1)
  assert.deepEqual(await collect(store.verify()), [])
}

/** Returns what `verify` should say about it. */
async function tamper(database: string, drawn: number): Promise<string> {
  const rows = await readRows(database, 'select user_id, plant_id from plant_access order by 1, 2')
  const row = rows[drawn % Math.max(1, rows.length)]
  if (row === undefined || drawn % 3 === 0) {
    await execute(database, "insert into plant_access values (1, 1000, 'Rose', 'tree')")
    return 'plant 1000 of user 1 stands in the access table, but is not granted'
  }
  const where = `where user_id = ${String(row['user_id'])} and plant_id = ${String(row['plant_id'])}`
  const pair = `plant ${String(row['plant_id'])} of user ${String(row['user_id'])}`
  if (drawn % 3 === 1) {
    await execute(database, `delete from plant_access ${where}`)
    return `${pair} is granted, but missing from the access table`
  }
  await execute(database, `update plant_access set tag = 'another' ${where}`)
  return `${pair} has another name or tag in the access table`
}
