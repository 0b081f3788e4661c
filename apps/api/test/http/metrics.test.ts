/** The metrics tell what an operator wants to know. What Prometheus demands of them is in `metrics.long.ts`. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { serveSmallWorld } from '@plant-store/testkit'
import { readMetric } from './read-metric.ts'

const { world, service, stop } = await serveSmallWorld()
after(stop)

describe('/metrics', () => {
  let page: string

  before(async () => {
    const headers = { Authorization: `Bearer ${world.users.ana.token}` }
    await (await fetch(`${service.url}/plants`, { headers })).arrayBuffer()
    page = await (await fetch(`${service.operatorUrl}/metrics`)).text()
  })

  test('units come last in names, and shares are not percentages', () => {
    const names = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
    assert.ok(names.length > 30)
    for (const name of names) assert.doesNotMatch(name, /_(?:seconds|bytes)_(?!total$)|percent/)
  })

  test('plant_store_build_info says what is running', () => {
    assert.match(
      page,
      /^plant_store_build_info\{version="1\.\S+",contract_version="1\.\S+",node_version="v\d\S+"\} 1$/m,
    )
  })

  test('users and tokens are counted', async () => {
    const { ana, ben, cleo } = world.users
    const accepted = [ana, ben, cleo].filter(({ token }) => token !== '').length
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_users'), 3)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_active_tokens'), accepted)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_expiring_tokens'), 0)
  })

  test('dropped log lines and streams are zero when there were none', async () => {
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_log_lines_dropped_total'), 0)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_streams'), 0)
  })
})
