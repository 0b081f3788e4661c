/** Every statement finds its rows by an index, whatever the number of plants; those that read a table whole are named. */
/* oxlint-disable import/max-dependencies -- all SQL that there is */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connection } from '../../src/sqlite/connection.ts'
import { query } from '../../src/sqlite/connection.ts'
import { openMigrated } from '../../src/sqlite/open-migrated.ts'
import { auditSql } from '../../src/sqlite/audit-sql.ts'
import { accessSql } from '../../src/sqlite/access-sql.ts'
import { effectiveAccessSql } from '../../src/sqlite/effective-access-sql.ts'
import { matchPlants } from '../../src/sqlite/selection.ts'
import { readerSql } from '../../src/sqlite/reader-sql.ts'
import { importSql } from '../../src/sqlite/import/import-sql.ts'
import { peopleSql } from '../../src/sqlite/people-sql.ts'
import { plantSql } from '../../src/sqlite/plant-sql.ts'
import { standingSql } from '../../src/sqlite/standing-sql.ts'
import { stillSeenSql } from '../../src/sqlite/still-seen.ts'
import { tokenSql } from '../../src/sqlite/token-sql.ts'
import { temporaryDatabase } from './temporary.ts'

const connection = openMigrated({ database: temporaryDatabase() })
connection.script(importSql.plantWorkspace)
process.on('exit', () => connection.close())

function plan(from: Connection, sql: string): string[] {
  const text = query<[number, number, number, string]>(`explain query plan ${sql}`)
  return from.rows(text).map(([, , , detail]) => detail)
}

describe('a request', () => {
  for (const [name, sql] of Object.entries(readerSql)) {
    // A pragma has no plan.
    if (sql === readerSql.version) continue
    it(`searches, and neither scans nor sorts: ${name}`, () => {
      const steps = plan(connection, sql)
      assert.ok(steps.length > 0)
      for (const step of steps) assert.match(step, /^SEARCH /)
    })
  }

  it('for a page is one search of the access table by its primary key', () => {
    assert.deepEqual(plan(connection, readerSql.page), [
      'SEARCH plant_access USING PRIMARY KEY (user_id=? AND plant_id>?)',
    ])
  })
})

/** Tables that grow with the plants. */
const scanOfATable =
  /^SCAN (?:plant|p|plant_access|a|user_grant|group_grant|g|token|t|membership|m|users|u|groups|o)\b/
const fragments = new Set([
  'workspace',
  'plantWorkspace',
  'valueWorkspace',
  'select',
  'plants',
  'plantPage',
  'stageValue',
  'values',
])
/** That which selects every plant. */
const readsEveryPlant = 'selectStandingAllOfGroup'
/** What reads a table whole, once in a while. */
const sweeps = new Set<string>([auditSql.purge, tokenSql.purge])

describe("an operator's statement", () => {
  const statements = {
    ...auditSql,
    ...accessSql,
    ...standingSql,
    ...effectiveAccessSql,
    stillSeenSql,
    ...peopleSql,
    ...plantSql,
    ...tokenSql,
    ...importSql,
  }
  for (const [name, sql] of Object.entries(statements)) {
    if (fragments.has(name) || name === readsEveryPlant || sweeps.has(sql)) continue
    it(`reads no table whole: ${name}`, () => {
      for (const step of plan(connection, sql)) assert.doesNotMatch(step, scanOfATable)
    })
  }

  for (const [condition, index] of [
    ['plant_id = ?1', 'INTEGER PRIMARY KEY'],
    ['key = ?1', 'sqlite_autoindex_plant_1'],
    ['name = ?1', 'plant_by_name'],
    ['tag = ?1', 'plant_by_tag'],
    ['name = ?1 and tag = ?2', 'plant_by_name'],
  ] as const) {
    it(`selects plants by an index where ${condition}`, () => {
      const steps = plan(connection, `${accessSql.select} ${condition}`)
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
    it(`lists plants by an index that is in order, where it can, and never by one of several tags: ${JSON.stringify(selection)}`, () => {
      const steps = plan(
        connection,
        `${plantSql.plants} ${matchPlants(selection, 3).where} ${plantSql.plantPage}`,
      )
      assert.match(steps[0] ?? '', new RegExp(`^SEARCH plant .*${index}`))
      if (!('name' in selection)) assert.equal(steps.length, 1, steps.join('; '))
    })
  }
})
