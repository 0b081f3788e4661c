/** `plant-store copy`, broken off midway in every way: it says so, can go on, and no half copied database is served. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { migrate, openStore } from '@plant-store/store'
import { temporaryDirectory } from '@plant-store/testkit'
import type { Engine } from '../src/engines/engine.ts'
import { PostgresServers } from '../src/engines/postgres.ts'
import { makeTablespace } from '../src/engines/postgres-disk.ts'
import { openSqlite } from '../src/engines/sqlite.ts'
import { FaultError } from '../src/fault-error.ts'
import { copyAndThen, copyWhole, run } from './copy-command.ts'

/** Twenty batches of plants and grants. */
const plants = 50_000
const goesOn = /The copy is not finished: run the same command again, and it goes on where it stopped\.\n$/

/** A database with only its tables on a small disk, not the write-ahead log, so the server survives a full disk. */
async function onDisk(servers: PostgresServers): Promise<Engine> {
  // The disk is requested for the service's log, though there is no service here.
  const engine = await servers.open({ disk: 'log' })
  const { disk, postgres, database } = engine
  if (disk === undefined || postgres === undefined) throw new Error('there is no disk')
  const tablespace = await makeTablespace(postgres.server, disk.directory)
  await postgres.server.query(`alter database ${/faults_\d+/.exec(database)?.[0]} set ${tablespace}`)
  return engine
}

describe('a copy that is broken off midway', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let source: string
  let whole: unknown
  const servers = new PostgresServers()

  before(async () => {
    directory = await temporaryDirectory()
    source = join(directory.path, 'source.db')
    await migrate({ database: source })
    const store = await openStore({ database: source })
    await store.addUser('ada')
    await store.close()
    using file = new DatabaseSync(source)
    file.exec(`
      begin;
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${plants})
      insert into plant (name) select 'Fern ' || i from n;
      insert into user_grant select 1, plant_id from plant;
      insert into plant_access select 1, plant_id, name, tag from plant;
      commit`)
    whole = (await copyWhole(source, join(directory.path, 'whole.db'))).tables
  })
  after(async () => {
    await servers[Symbol.asyncDispose]()
    await directory.remove()
  })

  const engines: readonly (readonly [name: string, open: () => Promise<Engine>])[] = [
    ['SQLite', () => openSqlite({ disk: 'database' })],
    ['PostgreSQL', () => onDisk(servers)],
  ]
  for (const [name, open] of engines) {
    it(`by Ctrl-C, SIGTERM, kill -9 and a full disk says so, is not served, and ends up complete: into ${name}`, async (context) => {
      await using stack = new AsyncDisposableStack()
      let engine: Engine
      try {
        engine = stack.use(await open())
      } catch (error) {
        if (!(error instanceof FaultError)) throw error
        context.skip(error.message)
        return
      }
      const { database: to, disk } = engine
      for (const [signal, code] of [
        ['SIGINT', 130],
        ['SIGTERM', 143],
      ] as const) {
        const ended = await copyAndThen(source, to, (copy) => copy.signal(signal))
        assert.equal(ended.code, code, ended.stderr)
        assert.match(ended.stderr, /Interrupted\. /)
        assert.match(ended.stderr, goesOn)
      }
      const killed = await copyAndThen(source, to, (copy) => copy.signal('SIGKILL'))
      assert.equal(killed.signal, 'SIGKILL', killed.stderr)
      const served = await run('serve', '--database', to, '--port', '0', '--operator-port', '0').ended
      assert.equal(served.code, 6)
      assert.match(
        served.stderr,
        /holds an unfinished copy of .*plant-store copy with the same --from and --to/,
      )
      const full = await copyAndThen(source, to, () => disk?.fill())
      assert.equal(full.code, 9, full.stderr)
      assert.match(full.stderr, goesOn)
      assert.doesNotMatch(full.stderr, /Nothing was changed/)
      await disk?.makeRoom()
      const { beginning, tables } = await copyWhole(source, to)
      assert.deepEqual([beginning, tables], ['resumed', whole])
    })
  }

  it('or whose source changes holds one moment: that of its start, or a later one if it starts over', async () => {
    const to = join(directory.path, 'changing.db')
    const change = async (name: string): Promise<void> => {
      const store = await openStore({ database: source })
      await store.addUser(name)
      await store.close()
    }
    const copied = await copyAndThen(source, to, () => change('bob'))
    assert.equal(copied.code, 0, copied.stderr)
    const again = join(directory.path, 'anew.db')
    await copyAndThen(source, again, (copy) => copy.signal('SIGINT'))
    await change('eve')
    const { beginning, tables } = await copyWhole(source, again)
    const fresh = await copyWhole(source, join(directory.path, 'fresh.db'))
    assert.deepEqual([beginning, tables], ['restarted', fresh.tables])
    const users = (database: string): unknown => {
      using file = new DatabaseSync(database, { readOnly: true })
      return file.prepare('select count(*) as count from users').get()?.['count']
    }
    assert.deepEqual([users(to), users(again)], [1, 3])
  })
})
