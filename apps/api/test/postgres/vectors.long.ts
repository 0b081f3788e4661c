/** The service's answers over PostgreSQL are those that the table requires. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createDatabase } from '@plant-store/test-postgres'
import { makeWorld, smallWorld, temporaryDirectory } from '@plant-store/testkit'
import { checkRow } from '../requests/check-row.ts'
import { createContexts } from '../requests/contexts.ts'
import { loadTable } from '../requests/table.ts'

const table = await loadTable()
const directory = await temporaryDirectory()
const services = createContexts(await makeWorld(directory.path, smallWorld, (await createDatabase()).url))
after(async () => {
  await services.stopAll()
  await directory.remove()
})

describe('contracts/vectors/requests.yaml, over PostgreSQL', () => {
  // Rows with their own settings test limits of HTTP, which apply before any database is involved.
  const sections = table.sections.filter(({ settings }) => Object.keys(settings).length === 0)
  for (const row of sections.flatMap(({ rows }) => rows)) {
    it(`${row.section}: ${row.says}`, async () => {
      const report = await checkRow(row, await services.withSettings({}))
      assert.ok(report === undefined, report)
    })
  }
})
