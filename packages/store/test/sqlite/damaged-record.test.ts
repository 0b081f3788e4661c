/** Whatever happened to a database of ours, a message says what is wrong when it is opened or brought forward. */
import assert from 'node:assert/strict'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { migrate, openStore, StoreError, type StoreErrorCode } from '../../src/index.ts'
import { listMigrations } from '../../src/content/migration-steps.ts'
import { sqliteDialect } from '../../src/sqlite/dialect.ts'
import { runMigrations } from '../../src/sqlite/migrate.ts'
import { refusedWith } from '../promises/world.ts'
import { executeRaw } from './raw-sqlite.ts'
import { temporaryDatabase, temporaryPath } from './temporary.ts'

const cases: readonly (readonly [string, string, StoreErrorCode, RegExp])[] = [
  ['no table of migrations', 'drop table migration', 'damaged', /no record of its migrations/],
  ['an empty table of migrations', 'delete from migration', 'damaged', /no record of its migrations/],
  [
    'a table of migrations without a column',
    'alter table migration drop column checksum',
    'damaged',
    /no record of its migrations/,
  ],
  [
    'another text of a migration',
    "update migration set checksum = 'another' where version = 1",
    'damaged',
    /checksum of migration 0001-tables differs/,
  ],
  [
    'a migration of a newer version',
    "insert into migration values (9000, '9000-later', 'x', 0)",
    'newer',
    /newer version of this program \(it has 9000-later\)/,
  ],
  [
    'a gap and a migration of a newer version',
    "delete from migration where version = 1; insert into migration values (9000, '9000-later', 'x', 0)",
    'damaged',
    /lacks migration 0001-tables/,
  ],
]

describe('a database with', () => {
  for (const [name, sql, code, sentence] of cases) {
    it(`${name} is refused with a message, and left as it is`, async () => {
      const database = temporaryDatabase()
      executeRaw(database, sql)
      const before = readFileSync(database)
      await refusedWith(code, sentence, migrate({ database }))
      await refusedWith(code, sentence, migrate({ database, dryRun: true }))
      await refusedWith(code, sentence, openStore({ database }))
      assert.ok(readFileSync(database).equals(before))
    })
  }

  it('tables that a migration finds already is refused with a message', async () => {
    const database = temporaryDatabase()
    const again = { version: 2, name: '0002-again', text: 'create table plant (x)' }
    await assert.rejects(
      runMigrations({ database }, [...listMigrations(sqliteDialect), again]),
      /0002-again can't be applied to .*: .*; restore a backup/,
    )
  })

  it('a missing table says which, wherever it is needed', async () => {
    const database = temporaryDatabase()
    executeRaw(database, 'drop table token')
    const store = await openStore({ database })
    const missing = /no such table: token/
    await refusedWith('damaged', missing, store.tokens()[Symbol.asyncIterator]().next())
    await store.addUser('ada')
    await refusedWith('damaged', missing, store.createToken('ada', 'laptop'))
    await store.close()
  })

  it('any part of its file cut off is refused with a message', async () => {
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
})

describe('an empty file', () => {
  it('is reported as empty', async () => {
    const database = temporaryPath()
    writeFileSync(database, '')
    await refusedWith(
      'outdated',
      /plants\.db is empty; run migrate to make a database in it/,
      openStore({ database }),
    )
  })
})
