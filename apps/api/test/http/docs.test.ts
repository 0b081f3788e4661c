/** `/docs` on the operator's listener: the page, and the requests that it passes on to the service. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { serveSmallWorld, startService } from '@plant-store/testkit'
import { readMetric } from './read-metric.ts'

const { world, service, stop } = await serveSmallWorld()
after(stop)

describe('/docs', () => {
  const ask = (path: string, options?: RequestInit): Promise<Response> =>
    fetch(service.operatorUrl + path, options)

  test("is a page with the service's address, which may load nothing and can't be framed", async () => {
    const response = await ask('/docs')
    const page = await response.text()
    assert.equal(response.status, 200)
    assert.match(page, /^<!doctype html>/)
    assert.ok(page.includes(`data-service="${service.url}"`))
    const files = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = '']) => file)
    assert.deepEqual(files, [
      'data:,',
      'docs/swagger-ui.css',
      'openapi.yaml',
      'docs/swagger-ui-bundle.js',
      'docs/page.js',
    ])
    for (const file of files.slice(1)) assert.equal((await ask(`/${file}`)).status, 200, file)
    assert.partialDeepStrictEqual(Object.fromEntries(response.headers), {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'.*form-action 'none'; frame-ancestors 'none'/)
  })

  test('is unchanged when requested again with its ETag', async () => {
    const first = await ask('/docs')
    const etag = first.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w-]{22}"$/)
    const second = await ask('/docs', { headers: { 'If-None-Match': etag } })
    assert.equal(second.status, 304)
    assert.equal(second.headers.get('etag'), etag)
    assert.equal(second.headers.get('content-security-policy'), first.headers.get('content-security-policy'))
    assert.equal((await ask('/docs', { headers: { 'If-None-Match': '"other"' } })).status, 200)
  })

  test('answers HEAD like GET, other methods with 405, and other paths with 404, like the rest of the listener', async () => {
    const [got, head] = [await ask('/docs'), await ask('/docs', { method: 'HEAD' })]
    assert.equal(head.status, 200)
    assert.equal(head.headers.get('content-length'), got.headers.get('content-length'))
    assert.equal(await head.text(), '')
    const posted = await ask('/docs', { method: 'POST' })
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD'])
    for (const path of ['/docs/', '/DOCS', '/docs/try', '/docs/package.json', '/docs/tryplants']) {
      assert.equal((await ask(path)).status, 404, path)
    }
    assert.equal((await fetch(`${service.url}/docs`)).status, 404)
    assert.equal((await fetch(`${service.url}/docs/try/plants`)).status, 404)
  })

  test('/docs/try answers as the service does: lists, refusals, other paths and methods, header for header', async () => {
    const { ana } = world.users
    const own = { Authorization: `Bearer ${ana.token}` }
    for (const [path, options] of [
      ['/plants', { headers: own }],
      ['/plants?limit=2', { headers: own }],
      ['/plants?limit=-1', { headers: own }],
      ['/plants?limit=2', { headers: own, method: 'HEAD' }],
      ['/plants', {}],
      ['/plants', { headers: { Authorization: `Bearer ${ana.revokedToken}` } }],
      ['/plants?access_token=x', {}],
      ['/plants', { headers: own, method: 'OPTIONS' }],
      ['/metrics', {}],
      ['/', {}],
    ] satisfies [string, RequestInit][]) {
      const [direct, tried] = [
        await fetch(service.url + path, options),
        await ask(`/docs/try${path}`, options),
      ]
      const about = `${options.method ?? 'GET'} ${path}`
      assert.equal(tried.status, direct.status, about)
      assert.deepEqual(headersOf(tried), headersOf(direct), about)
      assert.equal(await tried.text(), await direct.text(), about)
    }
  })

  test('a tried request is logged and counted as a request to the service; no token is in the log', async () => {
    const { ana } = world.users
    const headers = { Authorization: `Bearer ${ana.token}`, 'X-Request-Id': 'tried-here' }
    const labels = 'http_request_method="GET",http_route="/plants",http_response_status_code="200"'
    const sample = `http_server_request_duration_seconds_count{${labels},outcome="answered"}`
    const earlier = await readMetric(service.operatorUrl, sample).catch(() => 0)
    await (await ask('/docs/try/plants?limit=1', { headers })).text()
    const record = await service.waitForLog(({ requestId }) => requestId === 'tried-here')
    assert.partialDeepStrictEqual(record, { method: 'GET', path: '/plants', route: '/plants', status: 200 })
    assert.ok((await readMetric(service.operatorUrl, sample)) > earlier)
    assert.ok(!JSON.stringify(service.logs()).includes(ana.token))
  })

  test('--docs off: there is no page, and no way to the service', async () => {
    await using without = await startService({ settings: { database: world.database, docs: 'off' } })
    for (const path of ['/docs', '/docs/try/plants']) {
      const response = await fetch(without.operatorUrl + path, {
        headers: { Authorization: `Bearer ${world.users.ana.token}` },
      })
      assert.equal(response.status, 404, path)
    }
    assert.equal((await fetch(`${without.operatorUrl}/openapi.yaml`)).status, 200)
  })
})

/** The headers, except those that differ from one response to the next. */
function headersOf({ headers }: Response): Record<string, string> {
  const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers)
  return rest
}
