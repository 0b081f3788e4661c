/** Every statement finds its rows by an index, whatever the number of plants; exceptions are listed. */
/* oxlint-disable import/max-dependencies -- all SQL that there is */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sqliteDialect } from '../../src/sqlite/dialect.ts'
import { matchPlants } from '../../src/admin/selection.ts'
import { query } from '../../src/admin/sql.ts'
import { openMigrated } from '../../src/sqlite/migrate.ts'
import { auditSql } from '../../src/admin/audit-trail.ts'
import { accessSql } from '../../src/admin/access-sql.ts'
import { effectiveAccessSql } from '../../src/admin/effective-access-sql.ts'
import { readerSql } from '../../src/sqlite/read-database.ts'
import { importSql } from '../../src/import/import-sql.ts'
import { usersSql } from '../../src/admin/subjects.ts'
import { plantSql } from '../../src/admin/plants.ts'
import { standingSql } from '../../src/admin/standing.ts'
import { stillSeenSql } from '../../src/admin/still-seen.ts'
import { tokenSql } from '../../src/admin/token-sql.ts'
import { temporaryDatabase } from './temporary.ts'

const connection = await openMigrated({ database: temporaryDatabase() })
const inSqlite = { dialect: sqliteDialect }
const { access, plants, joined, grants } = sqliteDialect.workspace
connection.script(access + plants + joined + grants)
process.on('exit', () => connection.close())

/** The steps of a statement, as SQLite would run it. */
function plan(sql: string): string[] {
  const text = query<[number, number, number, string]>(`explain query plan ${sql}`)
  return connection.rows(text).map(([, , , detail]) => detail)
}

describe('a request', () => {
  for (const [name, sql] of Object.entries(readerSql)) {
    // A pragma has no plan.
    if (sql === readerSql.version) continue
    it(`searches, and neither scans nor sorts: ${name}`, () => {
      const steps = plan(sql)
      assert.ok(steps.length > 0)
      for (const step of steps) assert.match(step, /^SEARCH /)
    })
  }

  it('for a page is one search of the access table by its primary key', () => {
    assert.deepEqual(plan(readerSql.page), [
      'SEARCH plant_access USING PRIMARY KEY (user_id=? AND plant_id>?)',
    ])
  })
})

/** Scans of tables that grow with the plants. */
const scanOfATable =
  /^SCAN (?:plant|p|plant_access|a|user_grant|group_grant|g|token|t|membership|m|users|u|groups|o)\b/
const fragments = new Set(['workspace', 'select', 'plants', 'plantPage', 'stageValues', 'values'])
/** They read every plant for a standing grant of every plant. */
const ofEveryPlant = new Set(['selectGrantedToGroup', 'noteAccessOfJoined'])
/** Statements that scan a table and run rarely. */
const sweeps = new Set<string>([auditSql.purge, tokenSql.purge])

describe("an operator's statement", () => {
  // One list after the other: two of them may use the same name.
  const statements = [
    auditSql,
    accessSql(inSqlite),
    standingSql(inSqlite),
    effectiveAccessSql,
    { stillSeenSql: stillSeenSql(inSqlite) },
    usersSql,
    plantSql,
    tokenSql,
    importSql(inSqlite),
  ].flatMap((each) => Object.entries<string | Readonly<Record<string, string>>>(each))
  const named = statements.flatMap(([name, sql]): [name: string, sql: string][] =>
    typeof sql === 'string'
      ? [[name, sql]]
      : Object.entries(sql).map(([kind, each]) => [`${name} of each ${kind}`, each]),
  )
  for (const [name, sql] of named) {
    if (fragments.has(name) || sweeps.has(sql)) continue
    it(`scans no table: ${name}`, () => {
      const scans = plan(sql).filter((step) => scanOfATable.test(step))
      assert.deepEqual(
        scans.filter((step) => !(ofEveryPlant.has(name) && step.startsWith('SCAN p '))),
        [],
      )
    })
  }
})

describe('a selection of plants', () => {
  for (const [condition, index] of [
    ['plant_id = ?1', 'INTEGER PRIMARY KEY'],
    ['key = ?1', 'sqlite_autoindex_plant_1'],
    ['name = ?1', 'plant_by_name'],
    ['tag = ?1', 'plant_by_tag'],
    ['name = ?1 and tag = ?2', 'plant_by_name'],
  ] as const) {
    it(`selects plants by an index where ${condition}`, () => {
      const steps = plan(`${accessSql(inSqlite).select} ${condition}`)
      assert.ok(
        steps.some((step) => step.startsWith('SEARCH plant') && step.includes(index)),
        steps.join('; '),
      )
    })
  }

  for (const [selection, index] of [
    [{ all: true }, 'INTEGER PRIMARY KEY'],
    [{ tag: 'Acer' }, 'plant_by_tag'],
    [{ tag: ['Acer', 'Cornus'] }, 'INTEGER PRIMARY KEY'],
    [{ name: 'Maple', tag: 'Acer' }, 'plant_by_name'],
    [{ key: 'k1', tag: 'Acer' }, 'sqlite_autoindex_plant_1'],
  ] as const) {
    it(`lists plants by the index that fits, but never by that of tags for several tags: ${JSON.stringify(selection)}`, () => {
      const steps = plan(
        `${plantSql.plants} ${matchPlants(inSqlite, selection, 3).where} ${plantSql.plantPage}`,
      )
      assert.match(steps[0] ?? '', new RegExp(`^SEARCH plant .*${index}`))
      if (!('name' in selection))
        assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), steps.join('; '))
    })
  }
})
