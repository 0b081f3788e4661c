/** Plants are selected, and listed in order, by the index that fits the selection. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accessSql } from '../../src/admin/access-sql.ts'
import { sqliteDialect } from '../../src/sqlite/dialect.ts'
import { openMigrated } from '../../src/sqlite/migrate.ts'
import { plantSql } from '../../src/admin/plant-sql.ts'
import { matchPlants } from '../../src/admin/selection.ts'
import { plan } from './plan.ts'
import { temporaryDatabase } from './temporary.ts'

const connection = await openMigrated({ database: temporaryDatabase() })
const inSqlite = { dialect: sqliteDialect }
connection.script(sqliteDialect.workspace.access)
process.on('exit', () => connection.close())

describe('a selection of plants', () => {
  for (const [condition, index] of [
    ['plant_id = ?1', 'INTEGER PRIMARY KEY'],
    ['key = ?1', 'sqlite_autoindex_plant_1'],
    ['name = ?1', 'plant_by_name'],
    ['tag = ?1', 'plant_by_tag'],
    ['name = ?1 and tag = ?2', 'plant_by_name'],
  ] as const) {
    it(`selects plants by an index where ${condition}`, () => {
      const steps = plan(connection, `${accessSql(inSqlite).select} ${condition}`)
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
        connection,
        `${plantSql.plants} ${matchPlants(inSqlite, selection, 3).where} ${plantSql.plantPage}`,
      )
      assert.match(steps[0] ?? '', new RegExp(`^SEARCH plant .*${index}`))
      if (!('name' in selection))
        assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), steps.join('; '))
    })
  }
})
