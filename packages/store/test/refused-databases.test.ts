/** Whatever a database is or became, a message says what is wrong when it is opened or brought forward; it stays as it is. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { createDatabase } from '@plant-store/test-postgres'
import {
  describeDatabase,
  isPostgresUrl,
  migrate,
  openStore,
  restore,
  StoreError,
  type StoreErrorCode,
} from '../src/index.ts'
import { listMigrations } from '../src/content/migration-steps.ts'
import { sqliteDialect } from '../src/sqlite/dialect.ts'
import { runMigrations } from '../src/sqlite/migrate.ts'
import { type Engine, emptyDatabase, engines, execute } from './databases.ts'
import { refusedWith } from './promises/world.ts'
import { temporaryDatabase, temporaryPath } from './sqlite/temporary.ts'

const sound = temporaryDatabase()

type Refused = readonly [what: string, code: StoreErrorCode, sentence: RegExp, make: () => Promise<string>]

/** A database of ours in which somebody ran this. */
const changed = (engine: Engine, sql: string) => async () => {
  const database = await emptyDatabase(engine)
  await execute(database, sql)
  return database
}

/** A file or database that is not of ours. */
const foreign = (engine: Engine, sql: string) => async () => {
  const database = engine === 'SQLite' ? temporaryPath() : (await createDatabase()).url
  await execute(database, sql)
  return database
}

const file = (write: (path: string) => unknown) => () =>
  Promise.try(() => {
    const path = temporaryPath()
    write(path)
    return path
  })

const later = "insert into migration values (9000, '9000-later', 'x', 0)"
const ofEach = (engine: Engine): readonly Refused[] => [
  [
    'another text of a migration',
    'damaged',
    /checksum of migration 0001-tables differs/,
    changed(engine, "update migration set checksum = 'another' where version = 1"),
  ],
  [
    'a migration of a newer version',
    'newer',
    /newer version of this program \(it has 9000-later\)/,
    changed(engine, later),
  ],
  [
    'a gap and a migration of a newer version',
    'damaged',
    /lacks migration 0001-tables/,
    changed(engine, `delete from migration where version = 1; ${later}`),
  ],
  [
    'tables of another program',
    'foreign',
    /is a database of another program; nothing was changed/,
    foreign(engine, 'create table users (name text)'),
  ],
]

const noRecord = /no record of its migrations/
const ofFiles: readonly Refused[] = [
  ['no table of migrations', 'damaged', noRecord, changed('SQLite', 'drop table migration')],
  ['an empty table of migrations', 'damaged', noRecord, changed('SQLite', 'delete from migration')],
  [
    'a table of migrations without a column',
    'damaged',
    noRecord,
    changed('SQLite', 'alter table migration drop column checksum'),
  ],
  [
    'the mark of another program',
    'foreign',
    /another program/,
    foreign('SQLite', 'pragma application_id = 7'),
  ],
  [
    'damaged pages',
    'damaged',
    /is damaged/,
    changed(
      'SQLite',
      "pragma writable_schema = on; update sqlite_schema set rootpage = 9999 where name = 'migration'",
    ),
  ],
  [
    'text in it',
    'unreadable',
    /is not a database/,
    file((path) => writeFileSync(path, 'name,tag\n'.repeat(1000))),
  ],
  ['the path of a directory', 'unreadable', /is not a file/, file((path) => mkdirSync(path))],
  [
    'a file in its path',
    'unreadable',
    /not a directory/,
    async () => join(await file((path) => writeFileSync(path, 'x'.repeat(5000)))(), 'plants.db'),
  ],
]

describe('a database is refused with a message, and left as it is, if it has', () => {
  for (const engine of engines) {
    for (const [what, code, sentence, make] of [...ofEach(engine), ...(engine === 'SQLite' ? ofFiles : [])]) {
      it(`${what}, over ${engine}`, async () => {
        const database = await make()
        const isFile = !isPostgresUrl(database) && statSync(database, { throwIfNoEntry: false })?.isFile()
        const before = isFile ? readFileSync(database) : undefined
        await refusedWith(code, sentence, migrate({ database }))
        await refusedWith(code, sentence, migrate({ database, dryRun: true }))
        await refusedWith(code, sentence, openStore({ database }))
        await refusedWith(code, sentence, restore({ database, from: sound }))
        if (before === undefined) return
        assert.ok(readFileSync(database).equals(before))
        assert.ok(!existsSync(`${database}-wal`))
      })
    }
  }

  it('any part of its file cut off', async () => {
    // SQLite takes one byte for an empty file.
    for (const length of [2, 15, 16, 50, 99, 100, 511, 512, 1024, 4095, 4096, 4097, 10_000]) {
      const database = temporaryDatabase()
      truncateSync(database, length)
      for (const attempt of [migrate({ database }), openStore({ database })]) {
        const outcome = await attempt.catch((error: unknown) => error)
        assert.ok(outcome instanceof StoreError, `${length} bytes: ${String(outcome)}`)
        assert.ok(['unreadable', 'damaged'].includes(outcome.code), `${length} bytes: ${outcome.message}`)
      }
    }
  })

  it('tables that a migration finds already', async () => {
    const again = { version: 2, name: '0002-again', text: 'create table plant (x)' }
    await assert.rejects(
      runMigrations({ database: temporaryDatabase() }, [...listMigrations(sqliteDialect), again]),
      /0002-again can't be applied to .*: .*; restore a backup/,
    )
  })
})

it('an empty file or a missing directory is named as such', async () => {
  const database = temporaryPath()
  await refusedWith('missing', /There is no database at .*; make one with migrate/, openStore({ database }))
  assert.equal(await describeDatabase(database), undefined)
  assert.ok(!existsSync(database))
  writeFileSync(database, '')
  assert.equal(await describeDatabase(database), undefined)
  await refusedWith('outdated', /plants\.db is empty; run migrate/, openStore({ database }))
  const nowhere = join(dirname(database), 'plnats', 'plants.db')
  for (const dryRun of [true, false])
    await refusedWith(
      'unreadable',
      /There is no directory .*plnats; make it first/,
      migrate({ database: nowhere, dryRun }),
    )
  assert.ok(!existsSync(dirname(nowhere)))
})

it('a missing table is named wherever it is needed', async () => {
  const database = temporaryDatabase()
  await execute(database, 'drop table token')
  const store = await openStore({ database })
  const missing = /no such table: token/
  await refusedWith('damaged', missing, store.tokens()[Symbol.asyncIterator]().next())
  await store.addUser('ada')
  await refusedWith('damaged', missing, store.createToken('ada', 'laptop'))
  await store.close()
})
