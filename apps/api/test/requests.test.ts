/** Every row of contracts/vectors/requests.yaml, sent to the service as it runs in production, over each engine. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorCatalogue } from '@plant-store/contracts'
import { createDatabase } from '@plant-store/test-postgres'
import { makeWorld, smallWorld, temporaryDirectory } from '@plant-store/testkit'
import { readTable } from '@plant-store/testkit/rows'
import { checkRow } from './requests/check-row.ts'
import { createServices } from './requests/services.ts'

const file = fileURLToPath(import.meta.resolve('@plant-store/contracts/vectors/requests.yaml'))
const table = readTable(await readFile(file, 'utf8'))
const directory = await temporaryDirectory()
const world = await makeWorld(directory.path, smallWorld)
const engines = {
  SQLite: createServices(world),
  PostgreSQL: createServices(await makeWorld(directory.path, smallWorld, (await createDatabase()).url)),
}
after(async () => {
  for (const services of Object.values(engines)) await services.stopAll()
  await directory.remove()
})

for (const [engine, services] of Object.entries(engines)) {
  describe(`contracts/vectors/requests.yaml, over ${engine}`, () => {
    for (const { section, settings, rows } of table.sections) {
      // Rows with their own settings test limits of HTTP, which apply before any database is involved.
      if (engine !== 'SQLite' && Object.keys(settings).length > 0) continue
      describe(section, () => {
        for (const row of rows) {
          it(row.says, async () => {
            const report = await checkRow(row, await services.withSettings(settings))
            assert.ok(report === undefined, report)
          })
        }
      })
    }
  })
}

it('what is not due is reported, with where the row stands and what came back', async () => {
  const rows = table.sections.flatMap((section) => section.rows)
  const row = rows.find(({ says }) => says === 'Ben sees what his group was given')
  assert.ok(row !== undefined)
  const due = { due: 206, plants: 'all of ana', carries: 'X-A: b', lacks: 'ETag' }
  const wrong = { ...row, dues: [due], connection: 'closes' } as const
  const report = await checkRow(wrong, await engines.SQLite.withSettings({}))
  for (const part of [
    `requests.yaml:${row.line}, `,
    'HTTP/1.1 200 OK',
    'the status is 200, due is 206',
    'not all of ana',
    'does not carry X-A: b',
    'it carries ETag',
    'connection stays open',
  ]) {
    assert.ok(report?.includes(part), `${part} is not in ${report}`)
  }
})

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
