/** Checks that `verify` names a row of the access table that was changed by hand, and that a rebuild repairs it. */
import assert from 'node:assert/strict'
import { memberColumns } from '../../src/plant-members.ts'
import { execute, readRows } from '../databases.ts'
import { sessionOf, type World } from '../promises/world.ts'

const missing = 'is granted, but missing from the access table'
const unfounded = 'stands in the access table, but is not granted'
const outdated = 'differs in the access table'

/** Ways to change a row, and what is wrong with it then. Rows without a tag stay without one. */
const changes = [
  ['delete from plant_access', missing],
  ["update plant_access set tag = 'another'", outdated],
  ["update plant_access set name = 'Weed'", outdated],
] as const

/** Rows to add: of a plant or user that does not exist, and of one that does and may not see it. */
const additions = [
  "(user_id, plant_id, name) values (1, 1000, 'Rose')",
  "(user_id, plant_id, name) values (1000, 1000, 'Rose')",
  `(user_id, plant_id, ${memberColumns()})
   select u.user_id, p.plant_id, ${memberColumns('p')} from users u cross join plant p
   where not exists (select 1 from plant_access a where a.user_id = u.user_id and a.plant_id = p.plant_id)
   order by 1, 2 limit 1`,
] as const

/** Changes or adds one row, chosen by the number. The store is sound before and after. */
export async function checkTampering({ store, database }: World, drawn: number): Promise<void> {
  const name = 'who has always been here'
  await store.addUser(name)
  const { secret } = await store.createToken(name, 'test')
  const { revision } = await sessionOf(store, secret)
  const before = await rowsOf(database)
  const [id, problem] = await tamper(database, before, drawn)
  const found = await Array.fromAsync(store.verify())
  const [userId, plantId] =
    id ?? (await rowsOf(database)).find((row) => !before.includes(row))?.split(' ') ?? []
  const isChanged = userId !== undefined
  assert.deepEqual(
    found.map(({ what, detail }) => `${what}: ${detail}`),
    isChanged ? [`access: plant ${plantId} of user ${userId} ${problem}`] : [],
  )
  assert.equal(await store.rebuildAccess(), isChanged ? 1 : 0)
  assert.deepEqual(await rowsOf(database), before)
  assert.equal((await sessionOf(store, secret)).revision === revision, !isChanged)
}

/** The rows as `user plant`. */
async function rowsOf(database: string): Promise<readonly string[]> {
  const rows = await readRows(database, 'select user_id, plant_id from plant_access order by 1, 2')
  return rows.map((row) => `${String(row['user_id'])} ${String(row['plant_id'])}`)
}

/** The user and plant of the row, unless it is new, and what is wrong with it. */
async function tamper(
  database: string,
  rows: readonly string[],
  drawn: number,
): Promise<readonly [id: readonly string[] | undefined, problem: string]> {
  const way = drawn % (changes.length + additions.length)
  const id = rows[drawn % Math.max(1, rows.length)]?.split(' ')
  const [change, problem] = changes[way] ?? []
  if (id !== undefined && change !== undefined && problem !== undefined) {
    await execute(database, `${change} where user_id = ${id[0]} and plant_id = ${id[1]}`)
    return [id, problem]
  }
  const addition = additions[way % additions.length] ?? ''
  await execute(database, `insert into plant_access ${addition}`)
  return [undefined, unfounded]
}
