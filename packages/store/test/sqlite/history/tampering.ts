/** A row of the access table that is changed by hand is named by `verify`, and mended by a rebuild. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { collect } from '../../collect.ts'
import type { StoreRun } from './run-on-store.ts'

interface AccessRow {
  readonly user_id: number
  readonly plant_id: number
}

/** Changes one row, drawn by the number, in one of three ways. The store has nothing wrong before, and nothing after. */
export async function checkTampering({ database, store }: StoreRun, drawn: number): Promise<void> {
  const expected = tamper(database, drawn)
  const found = await collect(store.verify())
  assert.deepEqual(
    found.map(({ what, detail }) => `${what}: ${detail}`),
    [`access: ${expected}`],
  )
  assert.equal(await store.rebuildAccess(), 1)
  assert.deepEqual(await collect(store.verify()), [])
}

/** What `verify` should say of it. */
function tamper(database: string, drawn: number): string {
  const sqlite = new DatabaseSync(database)
  try {
    const rows = sqlite.prepare('select user_id, plant_id from plant_access').all() as unknown as AccessRow[]
    const row = rows[drawn % Math.max(1, rows.length)]
    if (row === undefined || drawn % 3 === 0) {
      sqlite.exec("insert into plant_access values (1, 1000, 'Rose', 'tree')")
      return 'plant 1000 of user 1 stands in the access table, but is not granted'
    }
    const where = `where user_id = ${row.user_id} and plant_id = ${row.plant_id}`
    const pair = `plant ${row.plant_id} of user ${row.user_id}`
    if (drawn % 3 === 1) {
      sqlite.exec(`delete from plant_access ${where}`)
      return `${pair} is granted, but missing from the access table`
    }
    sqlite.exec(`update plant_access set tag = 'another' ${where}`)
    return `${pair} has another name or tag in the access table`
  } finally {
    sqlite.close()
  }
}
