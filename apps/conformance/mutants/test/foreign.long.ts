/** All servers of the foreign contracts: each fault is caught, and no correct service accused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignServers } from '../foreign/catalogue.ts'
import { isDue, tryForeign } from '../foreign/run.ts'

for (const [name, own] of Map.groupBy(foreignServers, ({ service }) => service.name))
  test(`${name}: faults are caught, and correct services are not accused`, async () => {
    const told = await tryForeign(own.map(({ id }) => id))
    const surprises = told
      .filter((one) => !isDue(one))
      .map(({ id, fate, rules }) => `${id}: ${fate} ${rules.join(' ')}`)
    assert.deepEqual(surprises, [])
  })
