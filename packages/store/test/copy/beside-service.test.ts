/** A service goes on while what it serves is kept: what it writes is in the copy, or not, but never makes it look damaged. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Reading } from '../../src/admin/sql.ts'
import { copyContent } from '../../src/content/replace-content.ts'
import { useTable } from '../../src/content/tables.ts'
import { postgresEngine } from '../../src/postgres/engine.ts'
import { sqliteEngine } from '../../src/sqlite/engine.ts'
import { executeRaw } from '../postgres/databases.ts'
import { temporaryPath } from '../sqlite/temporary.ts'
import { makeWorld } from './copied-world.ts'

it('a copy that is not of one moment may lack what a service begins to write meanwhile', async () => {
  const { database } = await makeWorld('PostgreSQL')
  await executeRaw(database, 'delete from token_use')
  const to = temporaryPath()
  await using source = await postgresEngine.openReading(database)
  await using target = await sqliteEngine.openTarget(to)
  let begun: Promise<void> | undefined
  const afterRead = async <Rows>(sql: string, read: Promise<Rows>): Promise<Rows> => {
    const rows = await read
    if (sql.includes('token_use')) {
      begun ??= executeRaw(database, 'insert into token_use (one, recorded_since) values (1, 1000)')
    }
    await begun
    return rows
  }
  const from: Reading = {
    ...source.database,
    row: (sql, ...parameters) => afterRead(sql, source.database.row(sql, ...parameters)),
    rows: (sql, ...parameters) => afterRead(sql, source.database.rows(sql, ...parameters)),
  }
  const digests = await target.database.change((tx) => copyContent(tx, from))
  assert.ok(begun, 'a service has begun to write down the use of tokens')
  assert.equal(digests.get(useTable)?.rows, 0)
})
