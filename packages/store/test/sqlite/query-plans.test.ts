/** Every statement finds its rows by an index, whatever the number of plants; exceptions are listed. */
/* oxlint-disable import/max-dependencies -- all SQL that there is */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sqliteDialect } from '../../src/sqlite/dialect.ts'
import { openMigrated } from '../../src/sqlite/migrate.ts'
import { auditSql } from '../../src/admin/audit-trail.ts'
import { accessSql } from '../../src/admin/access-sql.ts'
import { effectiveAccessSql } from '../../src/admin/effective-access-sql.ts'
import { readerSql } from '../../src/sqlite/reader-sql.ts'
import { importSql } from '../../src/import/import-sql.ts'
import { usersSql } from '../../src/admin/users-sql.ts'
import { plantSql } from '../../src/admin/plant-sql.ts'
import { standingSql } from '../../src/admin/standing-sql.ts'
import { stillSeenSql } from '../../src/admin/still-seen.ts'
import { tokenSql } from '../../src/admin/token-sql.ts'
import { plan } from './plan.ts'
import { temporaryDatabase } from './temporary.ts'

const connection = await openMigrated({ database: temporaryDatabase() })
const inSqlite = { dialect: sqliteDialect }
const { access, plants, joined, grants } = sqliteDialect.workspace
connection.script(access + plants + joined + grants)
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
    effectiveAccessSql(inSqlite),
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
      const scans = plan(connection, sql).filter((step) => scanOfATable.test(step))
      assert.deepEqual(
        scans.filter((step) => !(ofEveryPlant.has(name) && step.startsWith('SCAN p '))),
        [],
      )
    })
  }
})
