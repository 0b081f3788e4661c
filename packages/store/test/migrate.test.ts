/** A database is brought forward once, whole, by one process, or left as it is; writers in one process take turns. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { migrate, type MigrationReport, openStore } from '../src/index.ts'
import { listMigrations, type Migration } from '../src/content/migration-steps.ts'
import { createDatabase } from '@plant-store/test-postgres'
import { engines } from './databases.ts'
import { refusedWith } from './promises/world.ts'
import { sqliteDialect } from '../src/sqlite/dialect.ts'
import { runMigrations } from '../src/sqlite/migrate.ts'
import { linesOf, start } from './sqlite/run-program.ts'
import { readRaw, temporaryDatabase, temporaryPath } from './sqlite/temporary.ts'

const names = listMigrations(sqliteDialect).map(({ name }) => name)
const [first, second, third]: [Migration, Migration, Migration] = [
  { version: 1, name: '0001-a', text: 'create table a (x integer) strict; insert into a values (1)' },
  {
    version: 2,
    name: '0002-b',
    text: 'create table b (x integer) strict; insert into b select x + 1 from a',
  },
  {
    version: 3,
    name: '0003-wrong',
    text: 'create table c (x integer) strict; insert into nowhere values (1)',
  },
]

describe('migrate', () => {
  for (const engine of engines) {
    it(`makes the tables once, also in an empty database and if run twice at a time, over ${engine}`, async () => {
      const whole = { created: true, applied: names, version: names.length }
      const nothing = { created: false, applied: [], version: names.length }
      const database = engine === 'SQLite' ? temporaryPath() : (await createDatabase()).url
      assert.deepEqual(await migrate({ database, dryRun: true }), whole)
      assert.ok(!existsSync(database))
      if (engine === 'PostgreSQL')
        await refusedWith('outdated', /is empty; run migrate/, openStore({ database }))
      const reports = await Promise.all([1, 2, 3].map(() => migrate({ database })))
      assert.equal(reports.filter(({ applied }) => applied.length > 0).length, 1)
      assert.deepEqual(await migrate({ database }), nothing)
      await (await openStore({ database })).close()
    })
  }

  it('creates a file that only its owner may read, or fills an empty one; and leaves a whole one as it is', async () => {
    const database = temporaryPath()
    await migrate({ database })
    assert.equal((statSync(database).mode & 0o777).toString(8), '600')
    const before = readFileSync(database)
    await migrate({ database })
    assert.ok(readFileSync(database).equals(before))
    writeFileSync(database, '')
    assert.deepEqual((await migrate({ database })).applied, names)
  })

  it('says in a dry run which new migrations it would apply, and does nothing', async () => {
    const database = temporaryPath()
    await runMigrations({ database }, [first])
    const before = readFileSync(database)
    const report = await runMigrations({ database, dryRun: true }, [first, second])
    assert.deepEqual(report, { created: false, applied: ['0002-b'], version: 2 })
    assert.ok(readFileSync(database).equals(before))
  })

  it('applies all new migrations or none of them', async () => {
    const database = temporaryPath()
    await runMigrations({ database }, [first])
    await assert.rejects(runMigrations({ database }, [first, second, third]), /nowhere/)
    assert.equal(readRaw(database, 'select count(*) from migration'), 1)
    assert.equal(readRaw(database, "select count(*) from sqlite_schema where name in ('b', 'c')"), 0)
    assert.deepEqual((await runMigrations({ database }, [first, second])).applied, ['0002-b'])
  })

  it('refuses to leave rows that refer to nothing', async () => {
    const database = temporaryPath()
    const parents = {
      ...first,
      text: 'create table p (id integer primary key); create table c (p references p);',
    }
    const orphans = { ...second, text: 'insert into c values (7)' }
    await assert.rejects(runMigrations({ database }, [parents, orphans]), { code: 'damaged' })
    assert.equal(readRaw(database, 'select count(*) from sqlite_schema'), 0)
  })

  it('is done by one of two processes that start together; the other finds nothing to do', async () => {
    for (let round = 0; round < 5; round += 1) {
      const database = temporaryPath()
      const runners = [start('migrate', database), start('migrate', database)]
      const lines = runners.map((runner) => linesOf(runner)[Symbol.asyncIterator]())
      for (const each of lines) assert.equal((await each.next()).value, 'ready')
      for (const runner of runners) runner.stdin?.write('go\n')
      const reports = await Promise.all(lines.map(async (each) => String((await each.next()).value)))
      assert.deepEqual(reports.toSorted(), [JSON.stringify(names), '[]'].toSorted())
      await (await openStore({ database })).close()
    }
  })
})

it('in one process, changes of two stores take turns, and notes of token use, whenever each begins', async () => {
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

it('migrations in one process take turns, whenever each begins', async () => {
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
