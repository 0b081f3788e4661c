/** An interrupted copy can't be opened, and continues where it stopped. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postgresServer, startRelay } from '@plant-store/test-postgres'
import { copyDatabase, openStore } from '../../src/index.ts'
import { migratedDatabase, executeRaw as executePostgres } from '../postgres/databases.ts'
import { refusedWith } from '../promises/world.ts'
import { start, startSync } from '../sqlite/processes/run-process.ts'
import { executeRaw, readRaw } from '../sqlite/raw-sqlite.ts'
import { temporaryPath } from '../sqlite/temporary.ts'
import { once } from 'node:events'
import { copyUpTo, requireClosed } from './broken-copy.ts'
import { contentOf, type Engine, engines, emptyDatabase, makeWorld } from './copied-world.ts'

const advice = /run the same command again, and it goes on where it stopped/

describe('a copy that is interrupted', () => {
  for (const engine of engines) {
    it(`starts from scratch, over ${engine}, when the source was changed meanwhile, or is another one`, async () => {
      const { database } = await makeWorld(engine)
      const other = await makeWorld(engine === 'SQLite' ? 'PostgreSQL' : 'SQLite')
      const to = await emptyDatabase(engine)
      await copyUpTo(5, { from: database, to })
      const dry = await copyDatabase({ from: database, to, dryRun: true })
      assert.equal(dry.beginning, 'resumed')
      await change(database)
      await copyUpTo(6, { from: database, to })
      assert.equal((await copyDatabase({ from: other.database, to })).beginning, 'restarted')
      assert.deepEqual(await contentOf(to), await contentOf(other.database))
    })
  }

  it('does not start over because a token was used', async () => {
    const { database } = await makeWorld('SQLite')
    const to = temporaryPath()
    await copyUpTo(5, { from: database, to })
    executeRaw(database, 'update token set last_used_at = 7200000; update token_use set recorded_since = 1')
    assert.equal((await copyDatabase({ from: database, to })).beginning, 'resumed')
    assert.deepEqual(await contentOf(to), await contentOf(database))
  })

  it('by kill -9 continues after the rows that are there', async () => {
    const { database } = await makeWorld('SQLite')
    // Three batches of plants; the process kills itself after two.
    executeRaw(
      database,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
       insert into plant (name) select 'Fern' from n;
       insert into plant_access select 3, plant_id, name, tag from plant where plant_id > 5`,
    )
    const to = temporaryPath()
    const child = start('copy-until-killed.ts', database, to, '10000')
    await once(child, 'exit')
    assert.equal(child.signalCode, 'SIGKILL')
    await requireClosed(to)
    assert.equal(readRaw(to, 'select count(*) from plant'), 10_000)
    assert.equal((await copyDatabase({ from: database, to })).beginning, 'resumed')
    assert.deepEqual(await contentOf(to), await contentOf(database))
  })

  for (const end of ['from', 'to'] as const) {
    it(`by the network, at the end it is copied ${end}, continues when the connection is back`, async () => {
      await using relay = await startRelay(await postgresServer())
      const source = await makeWorld(end === 'from' ? 'PostgreSQL' : 'SQLite')
      const to = end === 'to' ? await migratedDatabase() : temporaryPath()
      const way = (url: string): string => relay.url(/\/(test_\w+)/.exec(url)?.[1] ?? '')
      const options =
        end === 'from' ? { from: way(source.database), to } : { from: source.database, to: way(to) }
      let cut: Promise<void> | undefined
      const onBegin = (): void => {
        cut = relay.cut()
      }
      const broken = copyDatabase({ ...options, onBegin })
      await refusedWith('unreachable', advice, broken)
      await cut
      await requireClosed(to)
      await relay.mend()
      assert.equal((await copyDatabase(options)).beginning, 'resumed')
      assert.deepEqual(await contentOf(to), await contentOf(source.database))
    })
  }

  it('and changed by another program is found to differ from the source, and starts over', async () => {
    for (const engine of engines) {
      const { database } = await makeWorld(engine)
      const to = await emptyDatabase(engine)
      await copyUpTo(1, { from: database, to })
      await execute(engine, to, "update plant set name = 'Weed' where plant_id = 2")
      const differs = /table plant of .* has other rows: .*Run the same command again: it starts over/
      await refusedWith('damaged', differs, copyDatabase({ from: database, to }))
      await requireClosed(to)
      assert.equal((await copyDatabase({ from: database, to })).beginning, 'restarted')
      assert.deepEqual(await contentOf(to), await contentOf(database))
    }
  })

  it('because another one was started gives way to that one', async () => {
    for (const engine of engines) {
      const { database } = await makeWorld('SQLite')
      const to = await emptyDatabase(engine)
      const onBegin = (): void => {
        const { status } = startSync('copy-until-killed.ts', database, to, 'Infinity')
        assert.equal(status, 0)
      }
      const first = copyDatabase({ from: database, to, onBegin })
      await refusedWith('busy', /Another copy into .* was begun meanwhile; this one has ended\.$/, first)
      assert.deepEqual(await contentOf(to), await contentOf(database))
    }
  })
})

async function change(database: string): Promise<void> {
  const store = await openStore({ database })
  await store.renameUser('bob', 'Bob')
  await store.close()
}

async function execute(engine: Engine, database: string, sql: string): Promise<void> {
  if (engine === 'SQLite') executeRaw(database, sql)
  else await executePostgres(database, sql)
}
