/** Every row of contracts/vectors/requests.yaml, sent to the service as it runs in production. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { errorCatalogue } from '@plant-store/contracts'
import { makeWorld, smallWorld, temporaryDirectory } from '@plant-store/testkit'
import { checkRow } from './requests/check-row.ts'
import { createContexts } from './requests/contexts.ts'
import { loadTable, type Section } from './requests/table.ts'

const table = await loadTable()
const directory = await temporaryDirectory()
const world = await makeWorld(directory.path, smallWorld)
const contexts = createContexts(world)
after(async () => {
  await contexts.stopAll()
  await directory.remove()
})

describe('contracts/vectors/requests.yaml', () => {
  for (const section of table.sections) {
    describe(section.section, () => checkSection(section))
  }
})

function checkSection({ settings, rows }: Section): void {
  for (const row of rows) {
    it(row.says, async () => {
      const report = await checkRow(row, await contexts.withSettings(settings))
      assert.ok(report === undefined, report)
    })
  }
}

describe('the table itself', () => {
  const rows = table.sections.flatMap((section) => section.rows)

  it('says correctly how many plants each user sees', () => {
    const seen = Object.entries(world.users).map(([name, { plants }]) => [name, plants.length])
    assert.deepEqual(table.users, Object.fromEntries(seen))
  })

  it('has each sentence of a section only once', (t) => {
    const said = rows.map(({ section, says }) => `${section}: ${says}`)
    assert.deepEqual(said, [...new Set(said)])
    t.diagnostic(`${rows.length} rows in ${table.sections.length} sections`)
  })

  it('shows every refusal of the catalogue, except faults of the service, which no request can cause', () => {
    const shown = new Set(rows.flatMap(({ dues }) => dues.map(({ error }) => error)))
    const hidden = Object.values(errorCatalogue).filter(({ error }) => !shown.has(error))
    assert.deepEqual(hidden, [errorCatalogue.internal, errorCatalogue.unavailable])
  })
})
