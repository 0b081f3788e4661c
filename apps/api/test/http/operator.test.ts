/** The operator's listener: what it answers, and that it answers nothing else. */
import assert from 'node:assert/strict'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import {
  makeWorld,
  sendRaw,
  serveSmallWorld,
  smallWorld,
  startService,
  temporaryDirectory,
} from '@plant-store/testkit'
import { readMetric } from './read-metric.ts'

const { world, service, stop } = await serveSmallWorld({ operatorNames: 'metrics, plants.example.org' })
after(stop)

describe("the operator's listener", () => {
  const list = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${service.url}/plants?limit=1`, { headers })

  test('/livez and /readyz answer 200, for HEAD too', async () => {
    for (const path of ['/livez', '/readyz']) {
      for (const method of ['GET', 'HEAD']) {
        assert.equal((await fetch(service.operatorUrl + path, { method })).status, 200)
      }
    }
  })

  test('/openapi.yaml is the document of the repository, byte for byte', async () => {
    const response = await fetch(`${service.operatorUrl}/openapi.yaml`)
    const document = await readFile(new URL('../../../../contracts/openapi.yaml', import.meta.url), 'utf8')
    assert.equal(response.headers.get('content-type'), 'application/yaml')
    assert.equal(await response.text(), document)
  })

  test('none of it is served to strangers, and the contract is not served here', async () => {
    for (const path of ['/livez', '/readyz', '/metrics', '/openapi.yaml']) {
      assert.equal((await fetch(service.url + path)).status, 404, path)
    }
    assert.equal((await fetch(`${service.operatorUrl}/plants`)).status, 404)
    assert.equal((await fetch(`${service.operatorUrl}/livez`, { method: 'POST' })).status, 405)
  })

  test('/metrics counts requests by status, and refusals of tokens by cause', async () => {
    const { ana } = world.users
    const seen = (status: number): Promise<number> => {
      const labels = `http_request_method="GET",http_route="/plants",http_response_status_code="${status}"`
      return readMetric(
        service.operatorUrl,
        `http_server_request_duration_seconds_count{${labels},outcome="answered"}`,
      )
    }
    await list({ Authorization: `Bearer ${ana.token}` })
    await list({ Authorization: `Bearer ${ana.token}` })
    const refused = {
      missing: {},
      malformed: { Authorization: 'Bearer nonsense' },
      unknown: { Authorization: `Bearer ${world.strangerToken}` },
      expired: { Authorization: `Bearer ${ana.expiredToken}` },
      revoked: { Authorization: `Bearer ${ana.revokedToken}` },
    }
    for (const headers of Object.values(refused)) {
      assert.equal((await list(headers)).status, 401)
    }
    // A request is measured, and then logged, once its response is sent: perhaps after the client has received it.
    const ended = (): number => service.logs().filter(({ msg }) => msg === 'request').length
    await service.waitForLog(() => ended() >= 7)
    assert.equal(await seen(200), 2)
    assert.equal(await seen(401), 5)
    for (const cause of Object.keys(refused)) {
      const sample = `plant_store_token_refusals_total{cause="${cause}"}`
      assert.equal(await readMetric(service.operatorUrl, sample), 1, cause)
    }
  })

  test('/metrics has the figures that dashboards expect', async () => {
    for (const sample of [
      'http_server_active_requests',
      'process_resident_memory_bytes',
      'plant_store_log_lines_dropped_total',
      'plant_store_streams',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
      'db_client_operation_duration_seconds_count{db_operation_name="authenticate",outcome="answered"}',
      'db_client_operation_duration_seconds_count{db_operation_name="page",outcome="answered"}',
    ]) {
      assert.ok(Number.isFinite(await readMetric(service.operatorUrl, sample)), sample)
    }
  })

  const readPage = async (): Promise<string> => (await fetch(`${service.operatorUrl}/metrics`)).text()

  test('/metrics: units come last in names, and shares are not percentages', async () => {
    const page = await readPage()
    const names = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
    assert.ok(names.length > 30)
    for (const name of names) assert.doesNotMatch(name, /_(?:seconds|bytes)_(?!total$)|percent/)
  })

  test('/metrics: plant_store_build_info says what is running', async () => {
    assert.match(
      await readPage(),
      /^plant_store_build_info\{version="1\.\S+",contract_version="1\.\S+",node_version="v\d\S+"\} 1$/m,
    )
  })

  test('/metrics: users and tokens are counted', async () => {
    const { ana, ben, cleo } = world.users
    const accepted = [ana, ben, cleo].filter(({ token }) => token !== '').length
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_users'), 3)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_active_tokens'), accepted)
    assert.equal(await readMetric(service.operatorUrl, 'plant_store_expiring_tokens'), 0)
  })

  test('/readyz says when the store does not answer, and requests get 503 with Retry-After', async () => {
    await using other = await temporaryDirectory()
    const own = await makeWorld(other.path, smallWorld)
    await using blocked = await startService({ settings: { database: own.database } })
    // The same file with other bytes, as a failing disk leaves it.
    const { size } = await stat(own.database)
    const file = await open(own.database, 'r+')
    await file.write(Buffer.alloc(size, 0xff), 0, size, 0)
    await file.close()
    const ready = await fetch(`${blocked.operatorUrl}/readyz`)
    const listed = await fetch(`${blocked.url}/plants`, {
      headers: { Authorization: `Bearer ${own.users.ana.token}` },
    })
    assert.equal(ready.status, 503)
    assert.equal(listed.status, 503)
    assert.equal(listed.headers.get('retry-after'), '1')
    assert.equal((await fetch(`${blocked.operatorUrl}/livez`)).status, 200)
  })

  test('what makes requests fail is logged with its stack once, then named and counted', async () => {
    await using other = await temporaryDirectory()
    const own = await makeWorld(other.path, smallWorld)
    await using broken = await startService({ settings: { database: own.database } })
    await writeFile(own.database, Buffer.alloc(8192, 0xff))
    const errors: unknown[] = []
    for (const id of ['first', 'second', 'third']) {
      const headers = { Authorization: `Bearer ${own.users.ana.token}`, 'X-Request-Id': id }
      assert.equal((await fetch(`${broken.url}/plants`, { headers })).status, 503)
      const { level, err } = await broken.waitForLog(({ requestId }) => requestId === id)
      assert.equal(level, 'error')
      errors.push(err)
    }
    const [first, ...later] = errors as [{ type: string; message: string; stack: string }]
    assert.match(first.stack, /StoreError: /)
    assert.partialDeepStrictEqual(later, [
      { type: first.type, repeated: 1 },
      { type: first.type, repeated: 2 },
    ])
    assert.ok(!JSON.stringify(later).includes('stack'))
  })

  // Whoever has a name may let it lead here, and his page's script then sends it as the host.
  for (const [host, isOwn] of [
    ['127.0.0.1:8081', true],
    ['10.1.2.3', true],
    ['[::1]:8081', true],
    ['[fd00::1]', true],
    ['localhost:8081', true],
    ['LOCALHOST', true],
    ['metrics:8081', true],
    ['Plants.Example.org.', true],
    ['attacker.example', false],
    ['attacker.example:8081', false],
    ['localhost.attacker.example', false],
    ['127.0.0.1.attacker.example', false],
    ['example.org', false],
    ['127.0.0.%31', false],
    ['[::attacker]', undefined],
    ['a, localhost', undefined],
    ['attacker.example\r\nHost: localhost', undefined],
  ] as const) {
    test(`a request for ${JSON.stringify(host)} is ${isOwn === true ? 'answered' : 'refused'}`, async () => {
      const own = { '/metrics': 200, '/docs': 200, '/livez': 200, '/docs/try/plants': 401, '/none': 404 }
      for (const [path, status] of Object.entries(own)) {
        const bytes = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
        const { responses } = await sendRaw({ port: service.operatorPort, bytes })
        const [response] = responses
        assert.equal(response?.status, isOwn === true ? status : isOwn === false ? 421 : 400, path)
        if (isOwn === false)
          assert.match(String(response?.body), /^"[\w.%]+" is none .*PLANT_STORE_OPERATOR_NAMES/)
      }
    })
  }
})
