/**
 * All servers of the foreign contracts. Only this finds a fault that the check misses, and a correct service that it accuses,
 * in what other documents than ours have. The oddities of a service are in two servers; `mutants/foreign/main.ts` tries each alone.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Foreign, foreignServers } from '../foreign/catalogue.ts'
import { isDue, tryForeign } from '../foreign/run.ts'

for (const [name, own] of Map.groupBy(foreignServers, ({ service }) => service.name))
  test(`${name}: faults are caught, and correct services are not accused`, async () => {
    const isOdd = ({ id, breaks }: Foreign): boolean => !breaks && !id.includes('/correct')
    const odd = own.filter((one) => isOdd(one)).map(({ id }) => id)
    const halves = [0, 1].map((half) => odd.filter((_, index) => index % 2 === half).join('+'))
    const others = own.filter((one) => !isOdd(one)).map(({ id }) => id)
    const told = await tryForeign([...halves, ...others])
    const surprises = told
      .filter((one) => !isDue(one))
      .map(({ id, fate, rules }) => `${id}: ${fate} ${rules.join(' ')}`)
    assert.deepEqual(surprises, [])
  })
