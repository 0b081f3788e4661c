/** Writers in one process take turns: SQLite waits without giving the process to the one that it waits for. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type MigrationReport, openStore } from '../../src/index.ts'
import { runMigrations } from '../../src/sqlite/migrate.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

it('changes of two stores and notes of token use, whenever each begins', async () => {
  const database = temporaryDatabase()
  const [store, other] = [await openStore({ database }), await openStore({ database })]
  await store.addUser('ada')
  for (let turns = 0; turns < 40; turns += 1) {
    const { secret } = await store.createToken('ada', 'laptop')
    await store.openSession(secret)
    const noting = store.recordTokenUse()
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    await Promise.all([noting, other.addUser(`user ${turns}`)])
  }
  await Promise.all([store.close(), other.close()])
})

it('migrations', async () => {
  const [first, second] = ['a', 'b'].map((name, at) => ({
    version: at + 1,
    name: `000${at + 1}-${name}`,
    text: `create table ${name} (x integer) strict`,
  }))
  assert.ok(first !== undefined && second !== undefined)
  for (let turns = 0; turns < 40; turns += 1) {
    const database = temporaryPath()
    await runMigrations({ database }, [first])
    const one = runMigrations({ database }, [first, second])
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    const reports: readonly MigrationReport[] = await Promise.all([
      one,
      runMigrations({ database }, [first, second]),
    ])
    assert.deepEqual(
      reports.flatMap(({ applied }) => applied),
      ['0002-b'],
    )
  }
})
