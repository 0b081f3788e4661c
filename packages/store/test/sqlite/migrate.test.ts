/** A database is created and brought forward once, whole, by one process, or left as it is. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { migrate, openStore } from '../../src/index.ts'
import { checksum, type Migration } from '../../src/migration-steps.ts'
import { listMigrations } from '../../src/sqlite/migrations.ts'
import { runMigrations } from '../../src/sqlite/migrate.ts'
import { createSecret, hashToken } from '../../src/token-format.ts'
import { collect } from '../collect.ts'
import { linesOf, start } from './processes/run-process.ts'
import { plantsSeen, refusedWith } from '../promises/world.ts'
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

describe('migrate', () => {
  it('creates a database that only its owner may read', async () => {
    const database = temporaryPath()
    assert.deepEqual(await migrate({ database }), { created: true, applied: names, version: names.length })
    assert.equal((statSync(database).mode & 0o777).toString(8), '600')
    await (await openStore({ database })).close()
  })

  it('creates no directories: a mistyped path is refused', async () => {
    const directory = join(dirname(temporaryPath()), 'plnats')
    const database = join(directory, 'plants.db')
    await refusedWith('unreadable', /There is no directory .*plnats; make it first/, migrate({ database }))
    await refusedWith('unreadable', /There is no directory/, migrate({ database, dryRun: true }))
    assert.ok(!existsSync(directory))
  })

  it('does nothing the second time', async () => {
    const database = temporaryDatabase()
    const before = readFileSync(database)
    assert.deepEqual(await migrate({ database }), { created: false, applied: [], version: names.length })
    assert.ok(readFileSync(database).equals(before))
  })

  it('says in a dry run what it would do, and does nothing', async () => {
    const database = temporaryPath()
    assert.deepEqual(await migrate({ database, dryRun: true }), {
      created: true,
      applied: names,
      version: names.length,
    })
    assert.ok(!existsSync(database))
    const behind = temporaryPath()
    runMigrations({ database: behind }, [first])
    const before = readFileSync(behind)
    const report = runMigrations({ database: behind, dryRun: true }, [first, second])
    assert.deepEqual(report, { created: false, applied: ['0002-b'], version: 2 })
    assert.ok(readFileSync(behind).equals(before))
  })

  it('creates a database in an empty file', async () => {
    const database = temporaryPath()
    writeFileSync(database, '')
    assert.deepEqual((await migrate({ database })).applied, names)
  })

  it('applies new migrations, in order', () => {
    const database = temporaryPath()
    assert.deepEqual(runMigrations({ database }, [first]).applied, ['0001-a'])
    assert.deepEqual(runMigrations({ database }, [first, second]).applied, ['0002-b'])
    assert.equal(readRaw(database, 'select x from b'), 2)
  })

  it('applies all new migrations or none of them', () => {
    const database = temporaryPath()
    runMigrations({ database }, [first])
    assert.throws(() => runMigrations({ database }, [first, second, third]), /nowhere/)
    assert.equal(readRaw(database, 'select count(*) from migration'), 1)
    assert.equal(readRaw(database, "select count(*) from sqlite_schema where name in ('b', 'c')"), 0)
    assert.deepEqual(runMigrations({ database }, [first, second]).applied, ['0002-b'])
  })

  it('refuses to leave rows that refer to nothing', () => {
    const database = temporaryPath()
    const parents = {
      ...first,
      text: 'create table p (id integer primary key); create table c (p references p);',
    }
    const orphans = { ...second, text: 'insert into c values (7)' }
    assert.throws(() => runMigrations({ database }, [parents, orphans]), { code: 'damaged' })
    assert.equal(readRaw(database, 'select count(*) from sqlite_schema'), 0)
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
    const directory = temporaryPath()
    mkdirSync(directory)
    await refusedWith('unreadable', /is not a file/, migrate({ database: directory }))
    await refusedWith('unreadable', /not a directory/, migrate({ database: join(garbage, 'plants.db') }))
    assert.equal(readFileSync(garbage, 'utf8'), 'garbage '.repeat(1000))
  })

  it('is done by one of two processes that start together; the other finds nothing to do', async () => {
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

  it('says so if another process holds the write lock for too long', async () => {
    const database = temporaryPath()
    runMigrations({ database }, [first])
    const { DatabaseSync } = await import('node:sqlite')
    const holder = new DatabaseSync(database)
    holder.exec('begin immediate')
    assert.throws(() => runMigrations({ database }, [first, second]), { code: 'busy' })
    holder.close()
    assert.deepEqual(runMigrations({ database }, [first, second]).applied, ['0002-b'])
  })
})

describe('a database of the first version', () => {
  it('is brought forward with all its content', async () => {
    const database = temporaryPath()
    const [oldest] = listMigrations()
    runMigrations({ database }, oldest === undefined ? [] : [oldest])
    const secret = createSecret()
    executeRaw(
      database,
      `insert into plant (key, name, tag) values (null, 'Rose', 'flower'), ('k1', 'Oak', null);
       insert into users (name, created_at) values ('ada', 0);
       insert into groups (name, created_at) values ('garden', 0);
       insert into membership values (1, 1);
       insert into user_grant values (1, 2);
       insert into group_grant values (1, 1);
       insert into token (user_id, name, hash, prefix, created_at)
         values (1, 'laptop', '${hashToken(secret)}', 'pst_', 0);
       insert into visible values (1, 1, 'Rose', 'flower'), (1, 2, 'Oak', null);`,
    )
    const generation = readRaw(database, 'select value from epoch')
    const applied = names.slice(1)
    assert.deepEqual(await migrate({ database }), { created: false, applied, version: names.length })
    assert.equal(readRaw(database, 'select value from generation'), generation)
    const store = await openStore({ database })
    assert.deepEqual(await plantsSeen(store, secret), [{ name: 'Rose', tag: 'flower' }, { name: 'Oak' }])
    assert.deepEqual(await collect(store.verify()), [])
    await store.close()
  })
})

describe('the list of migrations', () => {
  it('is numbered from 1 without a gap, like the names of the files', () => {
    for (const [index, { version, name }] of listMigrations().entries()) {
      assert.equal(version, index + 1)
      assert.match(name, new RegExp(`^${String(version).padStart(4, '0')}-[a-z-]+$`))
    }
  })

  it('has the released texts', () => {
    const released = [
      ['0001-plants-and-access', 'cb16088e0252a8593ce65283f00cb7715ef20e0538fb1d92191e86be09b2b3cb'],
      ['0002-standard-names', 'b17d84b21130cd5b654837e3e9023529b305bb3ec9f334d70a5f6ad585350dda'],
      ['0003-backup-time', '7f96927556e54fdf39174003d0496626500213e008741310e901be0fbdf9f689'],
      ['0004-standing-grants', 'c71ede31376a375d9a6cd310d3b2a4383db58d8c121c0c37ac8c660fec797458'],
      ['0005-people-and-audit', '5efd2a884ccbf1b44c67828d8c472d89b5d5edbb8dfeb55e8fe674450850209c'],
    ]
    assert.deepEqual(
      listMigrations().map((migration) => [migration.name, checksum(migration)]),
      released,
    )
  })
})
