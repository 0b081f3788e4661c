/**
 * A service with a standby. Only this finds that the setting, the metric or doctor does not reach it; what clients see when
 * the primary dies is one of `pnpm faults`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restore } from '@plant-store/store'
import { startServer } from '@plant-store/test-postgres'
import { makeLargeWorld, startService, temporaryDirectory } from '@plant-store/testkit'
import { examine } from '../command/examine.ts'
import { makePlace } from '../command/place.ts'
import { readMetric } from '../http/read-metric.ts'

test('long lists are read from the standby and counted, and doctor says that it follows', async () => {
  await using directory = await temporaryDirectory()
  await using place = await makePlace({ world: false })
  await using primary = await startServer()
  await using standby = await primary.startStandby()
  await primary.query('create database plants')
  const { database, count, token } = await makeLargeWorld(directory.path, 2500)
  const [to, replicas] = [primary.url('plants'), standby.url('plants')]
  await restore({ database: to, from: database })
  await standby.catchUp(primary)
  await using service = await startService({ settings: { database: to, replicas } })
  const response = await fetch(`${service.url}/plants`, { headers: { Authorization: `Bearer ${token}` } })
  assert.equal(((await response.json()) as unknown[]).length, count)
  const pages = 'plant_store_long_list_pages_total{source="replica"}'
  assert.ok((await readMetric(service.operatorUrl, pages)) >= 4)
  const { checks } = await examine(place, {
    PLANT_STORE_URL: service.url,
    PLANT_STORE_OPERATOR_URL: service.operatorUrl,
    PLANT_STORE_DATABASE: to,
    PLANT_STORE_REPLICAS: replicas,
  })
  assert.match(checks['replica'] ?? '', /^ok: .* follows the primary, /)
})
