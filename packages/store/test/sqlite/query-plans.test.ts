/** Every statement finds its rows by an index, whatever the number of plants; exceptions are listed. */
/* oxlint-disable import/max-dependencies -- all SQL that there is */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openMigrated } from '../../src/sqlite/open-migrated.ts'
import { auditSql } from '../../src/sqlite/audit-sql.ts'
import { accessSql } from '../../src/sqlite/access-sql.ts'
import { effectiveAccessSql } from '../../src/sqlite/effective-access-sql.ts'
import { readerSql } from '../../src/sqlite/reader-sql.ts'
import { importSql } from '../../src/sqlite/import/import-sql.ts'
import { peopleSql } from '../../src/sqlite/people-sql.ts'
import { plantSql } from '../../src/sqlite/plant-sql.ts'
import { standingSql } from '../../src/sqlite/standing-sql.ts'
import { stillSeenSql } from '../../src/sqlite/still-seen.ts'
import { tokenSql } from '../../src/sqlite/token-sql.ts'
import { plan } from './plan.ts'
import { temporaryDatabase } from './temporary.ts'

const connection = openMigrated({ database: temporaryDatabase() })
connection.script(importSql.plantWorkspace)
process.on('exit', () => connection.close())

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

/** Scans of tables that grow with the plants. */
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
/** The statement that selects every plant. */
const readsEveryPlant = 'selectStandingAllOfGroup'
/** Statements that scan a table and run rarely. */
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
    it(`scans no table: ${name}`, () => {
      for (const step of plan(connection, sql)) assert.doesNotMatch(step, scanOfATable)
    })
  }
})
