/** A database is made and brought forward once, whole, by one runner, or left as it is. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { migrate, openStore } from '../src/index.ts'
import { type Migration, listMigrations } from '../src/sqlite/migrations.ts'
import { runMigrations } from '../src/sqlite/migrate.ts'
import { linesOf, start } from './processes/run-process.ts'
import { refusedWith } from './promises/world.ts'
import { executeRaw, readRaw } from './raw-sqlite.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

const names = listMigrations().map(({ name }) => name)
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

function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

describe('migrate', () => {
  it('makes a database that only its owner may read, in a folder that only its owner may enter', async () => {
    const database = join(dirname(temporaryPath()), 'new', 'folders', 'plants.db')
    assert.deepEqual(await migrate({ database }), { created: true, applied: names, version: names.length })
    assert.deepEqual(
      [mode(database), mode(dirname(database)), mode(dirname(dirname(database)))],
      ['600', '700', '700'],
    )
    await (await openStore({ database })).close()
  })

  it('does nothing the second time', async () => {
    const database = temporaryDatabase()
    const before = readFileSync(database)
    assert.deepEqual(await migrate({ database }), { created: false, applied: [], version: names.length })
    assert.ok(readFileSync(database).equals(before))
  })

  it('says in a dry run what it would do, and does nothing', async () => {
    const database = join(dirname(temporaryPath()), 'new', 'plants.db')
    assert.deepEqual(await migrate({ database, dryRun: true }), {
      created: true,
      applied: names,
      version: names.length,
    })
    assert.ok(!existsSync(dirname(database)))
    const behind = temporaryPath()
    runMigrations({ database: behind }, [first])
    const before = readFileSync(behind)
    const report = runMigrations({ database: behind, dryRun: true }, [first, second])
    assert.deepEqual(report, { created: false, applied: ['0002-b'], version: 2 })
    assert.ok(readFileSync(behind).equals(before))
  })

  it('makes a database in an empty file', async () => {
    const database = temporaryPath()
    writeFileSync(database, '')
    assert.deepEqual((await migrate({ database })).applied, names)
  })

  it('applies what is new, in order', () => {
    const database = temporaryPath()
    assert.deepEqual(runMigrations({ database }, [first]).applied, ['0001-a'])
    assert.deepEqual(runMigrations({ database }, [first, second]).applied, ['0002-b'])
    assert.equal(readRaw(database, 'select x from b'), 2)
  })

  it('applies all of what is new or none of it', () => {
    const database = temporaryPath()
    runMigrations({ database }, [first])
    assert.throws(() => runMigrations({ database }, [first, second, third]), /nowhere/)
    assert.equal(readRaw(database, 'select count(*) from migration'), 1)
    assert.equal(readRaw(database, "select count(*) from sqlite_schema where name in ('b', 'c')"), 0)
    assert.deepEqual(runMigrations({ database }, [first, second]).applied, ['0002-b'])
  })

  it('refuses to leave rows behind that refer to nothing', () => {
    const database = temporaryPath()
    const parents = {
      ...first,
      text: 'create table p (id integer primary key); create table c (p references p);',
    }
    const orphans = { ...second, text: 'insert into c values (7)' }
    assert.throws(() => runMigrations({ database }, [parents, orphans]), { code: 'damaged' })
    assert.equal(readRaw(database, 'select count(*) from sqlite_schema'), 0)
  })

  it('refuses a database that was made with another text of a migration', async () => {
    const database = temporaryDatabase()
    executeRaw(database, "update migration set checksum = 'another' where version = 1")
    await refusedWith('damaged', /another text of migration 0001/, migrate({ database }))
    await refusedWith('damaged', /another text of migration 0001/, openStore({ database }))
  })

  it('refuses a database of a newer version, and leaves it as it is', async () => {
    const database = temporaryDatabase()
    executeRaw(database, "insert into migration values (9000, '9000-later', 'x', 0)")
    const before = readFileSync(database)
    await refusedWith('newer', /newer version of this program \(it has 9000-later\)/, migrate({ database }))
    await refusedWith('newer', /newer version/, migrate({ database, dryRun: true }))
    assert.ok(readFileSync(database).equals(before))
  })

  it('refuses a database of another program, and leaves it as it is', async () => {
    const withTables = temporaryPath()
    executeRaw(withTables, 'create table plant (x)')
    const withId = temporaryPath()
    executeRaw(withId, 'pragma application_id = 7; pragma user_version = 1')
    for (const database of [withTables, withId]) {
      const before = readFileSync(database)
      await refusedWith('foreign', /database of another program/, migrate({ database }))
      assert.ok(readFileSync(database).equals(before))
      assert.ok(!existsSync(`${database}-wal`))
    }
  })

  it('refuses what is not a database', async () => {
    const garbage = temporaryPath()
    writeFileSync(garbage, 'garbage '.repeat(1000))
    await refusedWith('unreadable', /is not a database/, migrate({ database: garbage }))
    const folder = temporaryPath()
    mkdirSync(folder)
    await refusedWith('unreadable', /is not a file/, migrate({ database: folder }))
    await refusedWith('unreadable', /not a folder/, migrate({ database: join(garbage, 'plants.db') }))
    assert.equal(readFileSync(garbage, 'utf8'), 'garbage '.repeat(1000))
  })

  it('is done by one of two runners that start together; the other finds nothing to do', async () => {
    for (let round = 0; round < 5; round += 1) {
      const database = temporaryPath()
      const runners = [start('migrate.ts', database), start('migrate.ts', database)]
      const lines = runners.map((runner) => linesOf(runner)[Symbol.asyncIterator]())
      for (const each of lines) assert.equal((await each.next()).value, 'ready')
      for (const runner of runners) runner.stdin?.write('go\n')
      const reports = await Promise.all(lines.map(async (each) => String((await each.next()).value)))
      assert.deepEqual(reports.toSorted(), [JSON.stringify(names), '[]'].toSorted())
      await (await openStore({ database })).close()
    }
  })

  it('says so where another process holds the write lock for too long', async () => {
    const database = temporaryPath()
    runMigrations({ database }, [first])
    const { DatabaseSync } = await import('node:sqlite')
    const holder = new DatabaseSync(database)
    holder.exec('begin immediate')
    assert.throws(() => runMigrations({ database, busyTimeoutMs: 1 }, [first, second]), { code: 'busy' })
    holder.close()
    assert.deepEqual(runMigrations({ database }, [first, second]).applied, ['0002-b'])
  })
})

describe('the list of migrations', () => {
  it('is numbered from 1 without a gap, as the names of the files say', () => {
    for (const [index, { version, name }] of listMigrations().entries()) {
      assert.equal(version, index + 1)
      assert.match(name, new RegExp(`^${String(version).padStart(4, '0')}-[a-z-]+$`))
    }
  })
})
