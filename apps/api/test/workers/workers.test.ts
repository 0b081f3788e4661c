/** Two workers are one service: one port, one truth, one metrics page, one log. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openStore } from '@plant-store/store'
import { eventually, serveSmallWorld } from '@plant-store/testkit'
import { readMetric } from '../http/read-metric.ts'
import { assertReadiness, connectToEach } from './each-worker.ts'

const answered =
  'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/plants",http_response_status_code="200",outcome="answered"}'

const { world, service, stop } = await serveSmallWorld({ workers: 2 })
after(stop)
let workers = await connectToEach(service, 2)

describe('two workers', () => {
  const count = (sample: string): Promise<number> => readMetric(service.operatorUrl, sample)

  test('give the same response at the same address, and are ready', async () => {
    const due = `200 ${JSON.stringify(world.users.ben.plants)}`
    for (const worker of workers) assert.equal(await worker.ask(world.users.ben.token), due)
    await assertReadiness(service, { ready: 2, wanted: 2 })
  })

  test('their metrics are summed; what exists once counts once', async () => {
    for (const worker of workers) await worker.ask(world.users.ana.token)
    assert.equal(
      await eventually(
        () => count(answered),
        (seen) => seen === 4,
      ),
      4,
    )
    assert.equal(await count('plant_store_workers'), 2)
    assert.equal(await count('plant_store_users'), 3)
    const page = await (await fetch(`${service.operatorUrl}/metrics`)).text()
    assert.match(page, /^plant_store_build_info\{.*\} 1$/m)
    const started = Number(/^process_start_time_seconds (\d+)$/m.exec(page)?.[1])
    assert.ok(Math.abs(started - Date.now() / 1000) < 600, page)
  })

  test('every change is in the next response of each', async () => {
    const store = await openStore({ database: world.database })
    try {
      await store.revoke({ user: 'ana' }, { all: true })
      for (const worker of workers) {
        assert.doesNotMatch(await worker.ask(world.users.ana.token), /Ivy/)
        assert.match(await worker.ask(world.users.ben.token), /^200/)
      }
      await store.disableUser('ben')
      for (const worker of workers) assert.equal(await worker.ask(world.users.ben.token), '401 ')
    } finally {
      await store.close()
    }
  })

  test("the documentation page's requests are answered", async () => {
    const headers = { Authorization: `Bearer ${world.users.cleo.token}` }
    const response = await fetch(`${service.operatorUrl}/docs/try/plants`, { headers })
    assert.deepEqual([response.status, await response.json()], [200, []])
  })

  test('signals sent to all processes of the service, as by Ctrl-C, end no worker', async () => {
    const [worker] = workers
    assert.ok(worker)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(worker.pid, signal)
    assert.match(await worker.ask(world.users.cleo.token), /^200/)
  })

  test('a worker that is killed is logged, counted and replaced, and the sums go on', async () => {
    const [lost, other] = workers
    assert.ok(lost && other)
    const seen = await count(answered)
    process.kill(lost.pid, 'SIGKILL')
    const { level, pid, signal } = await service.waitForLog(({ worker, msg }) => {
      return worker === lost.worker && String(msg).startsWith('worker ended')
    })
    assert.deepEqual({ level, pid, signal }, { level: 'error', pid: lost.pid, signal: 'SIGKILL' })
    assert.match(await other.ask(world.users.cleo.token), /^200/)
    await service.waitForLog(({ worker, msg }) => worker === 3 && msg === 'worker ready')
    assert.equal(await count('plant_store_worker_exits_total{cause="SIGKILL"}'), 1)
    assert.ok((await count(answered)) >= seen)
    await assertReadiness(service, { ready: 2, wanted: 2 })
    workers = await connectToEach(service, 2)
    for (const worker of workers) assert.match(await worker.ask(world.users.cleo.token), /^200/)
  })

  test('SIGTERM ends all of them, and every line of the log is whole', async () => {
    assert.deepEqual(await service.stop(), { code: 0, signal: null, stderr: '' })
    for (const { pid } of workers) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
    const logs = service.logs()
    assert.deepEqual(
      logs.filter((record) => 'unreadable' in record),
      [],
    )
    assert.equal(logs.filter(({ msg }) => msg === 'draining').length, 1)
    assert.equal(logs.at(-1)?.['msg'], 'drained')
  })
})
