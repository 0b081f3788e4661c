/** Prometheus' own check finds nothing wrong with the metrics of services. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { migrate, openStore } from '@plant-store/store'
import { createDatabase, postgresServer, startRelay } from '@plant-store/test-postgres'
import { connectRaw, eventually, serveSmallWorld, type Service, startService } from '@plant-store/testkit'

const skip = spawnSync('promtool', ['--version']).status !== 0 && 'needs promtool: apt-get install prometheus'

describe('promtool check metrics', { skip }, () => {
  test('finds nothing wrong with one process over SQLite', async () => {
    const { world, service, stop } = await serveSmallWorld()
    try {
      await useIt(service, world.users.ana.token)
      await check(service, /_seconds_count\{[^}]*_code="200"[^]*token_refusals_total\{/)
    } finally {
      await stop()
    }
  })

  test('finds nothing wrong with workers over PostgreSQL, even when the server is gone', async () => {
    await using relay = await startRelay(await postgresServer())
    const { name, url } = await createDatabase()
    await migrate({ database: url })
    const store = await openStore({ database: url })
    await store.addUser('ada')
    const { secret } = await store.createToken('ada', 'test')
    await store.close()
    const settings = { database: relay.url(name), replicas: url, workers: 2 }
    await using service = await startService({ settings })
    await useIt(service, secret)
    await check(service, /^plant_store_users 1$/m)
    await relay.cut()
    await useIt(service, secret)
    await check(service, /_code="503"[^]*^plant_store_users Nan$/m)
  })
})

/** Causes everything that has its own metrics: an answer, and refusals of a token, a path and a connection. */
async function useIt({ url, port }: Service, token: string): Promise<void> {
  for (const [path, headers] of [
    ['/plants', { Authorization: `Bearer ${token}` }],
    ['/plants', {}],
    ['/nothing', {}],
  ] as const) {
    await (await fetch(`${url}${path}`, { headers })).arrayBuffer()
  }
  using connection = await connectRaw({ port })
  await connection.send('no request\r\n\r\n')
  await connection.receive()
}

/** Waits until the metrics say what is expected, and passes them to promtool. */
async function check({ operatorUrl }: Service, expected: RegExp): Promise<void> {
  const input = await eventually(
    async () => (await fetch(`${operatorUrl}/metrics`)).text(),
    (page) => expected.test(page),
  )
  assert.match(input, expected)
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
  assert.equal(`${stdout}${stderr}`, '')
  assert.equal(status, 0)
}
