/** An interrupted copy leaves a database that is empty, and the next one is complete. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { postgresServer, startRelay } from '@plant-store/test-postgres'
import { copyDatabase, type CopyOptions, describeDatabase } from '../../src/index.ts'
import { migratedDatabase } from '../postgres/databases.ts'
import { refusedWith } from '../promises/world.ts'
import { start } from '../sqlite/run-program.ts'
import { executeRaw } from '../sqlite/raw-sqlite.ts'
import { temporaryPath } from '../sqlite/temporary.ts'
import { emptyDatabase, engines } from '../databases.ts'
import { contentOf, makeWorld } from './copied-world.ts'

class Stop extends Error {}

/** Copies up to the batch with this number; false: the copy was finished. */
async function copyUpTo(batch: number, options: CopyOptions): Promise<boolean> {
  const abort = new AbortController()
  let batches = 0
  const onProgress = (): void => {
    batches += 1
    if (batches === batch) abort.abort(new Stop())
  }
  try {
    await copyDatabase({ ...options, onProgress, signal: abort.signal })
    return false
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return true
  }
}

async function requireEmpty(database: string): Promise<void> {
  const { plants, users, activeTokens } = (await describeDatabase(database)) ?? {}
  assert.deepEqual([plants ?? 0, users ?? 0, activeTokens ?? 0], [0, 0, 0])
}

describe('a copy that is interrupted', () => {
  for (const engine of engines) {
    it(`after any batch, over ${engine}, has copied nothing, and the next is complete`, async () => {
      const { database } = await makeWorld(engine)
      const to = await emptyDatabase(engine)
      for (let batch = 1; await copyUpTo(batch, { from: database, to }); batch += 1) {
        await requireEmpty(to)
        if (batch > 100) throw new Error('it never ends')
      }
      assert.deepEqual(await contentOf(to), await contentOf(database))
    })
  }

  it('by kill -9 has copied nothing, and the next is complete', async () => {
    const { database } = await makeWorld('SQLite')
    // Three batches of plants; the process kills itself after two.
    executeRaw(
      database,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
       insert into plant (name) select 'Fern' from n;
       insert into plant_access select 3, plant_id, name, tag from plant where plant_id > 5`,
    )
    for (const to of [temporaryPath(), await emptyDatabase('SQLite'), await emptyDatabase('PostgreSQL')]) {
      const child = start('copy', database, to, '10000')
      await once(child, 'exit')
      assert.equal(child.signalCode, 'SIGKILL')
      await requireEmpty(to)
      await copyDatabase({ from: database, to })
      assert.deepEqual(await contentOf(to), await contentOf(database))
    }
  })

  for (const end of ['from', 'to'] as const) {
    it(`by the network, at the end it is copied ${end}, has copied nothing, and the next is complete`, async () => {
      await using relay = await startRelay(await postgresServer())
      const source = await makeWorld(end === 'from' ? 'PostgreSQL' : 'SQLite')
      const to = end === 'to' ? await migratedDatabase() : temporaryPath()
      const way = (url: string): string => relay.url(/\/(test_\w+)/.exec(url)?.[1] ?? '')
      const options =
        end === 'from' ? { from: way(source.database), to } : { from: source.database, to: way(to) }
      let cut: Promise<void> | undefined
      const onProgress = (): void => {
        cut ??= relay.cut()
      }
      await refusedWith('unreachable', /can't be reached/, copyDatabase({ ...options, onProgress }))
      await cut
      await requireEmpty(to)
      await relay.mend()
      await copyDatabase(options)
      assert.deepEqual(await contentOf(to), await contentOf(source.database))
    })
  }
})
