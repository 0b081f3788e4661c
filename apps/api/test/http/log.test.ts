/** What the log of a running service says, and what it never says. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { sendRaw, serveSmallWorld, type Service, startService } from '@plant-store/testkit'
import { createErrorDescriber } from '../../src/http/log/repeated-errors.ts'

const { world, service, stop } = await serveSmallWorld()
after(stop)

describe('the log', () => {
  const ask = (id: string, headers: Record<string, string> = {}, target = '/plants'): Promise<Response> =>
    fetch(service.url + target, { headers: { 'X-Request-Id': id, ...headers } })
  const recordOf = (id: string): ReturnType<Service['waitForLog']> =>
    service.waitForLog(({ requestId }) => requestId === id)

  test('has one line for each request, with the id in the response', async () => {
    const response = await ask('first', { Authorization: `Bearer ${world.users.ana.token}` })
    const record = await recordOf('first')
    assert.equal(response.headers.get('x-request-id'), 'first')
    const { method, path, status, user, level } = record
    assert.deepEqual(
      { method, path, status, user, level },
      { method: 'GET', path: '/plants', status: 200, user: 'ana', level: 'info' },
    )
    assert.equal(service.logs().filter(({ requestId }) => requestId === 'first').length, 1)
  })

  test('replaces a request id that must not be in a log', async () => {
    for (const id of ['a'.repeat(65), 'two words', '{"json":1}']) {
      const given = (await ask(id)).headers.get('x-request-id')
      assert.match(String(given), /^[\da-f-]{36}$/)
    }
  })

  test('has the trace id that the caller sent, and no other', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    await ask('traced', { traceparent: `00-${trace}-00f067aa0ba902b7-01` })
    await ask('untraced', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })
    assert.equal((await recordOf('traced'))['traceId'], trace)
    assert.equal((await recordOf('untraced'))['traceId'], undefined)
  })

  test('says why a token was refused; the response does not', async () => {
    const { ana } = world.users
    const responses: string[] = []
    for (const [refusal, token] of Object.entries({
      expired: ana.expiredToken,
      revoked: ana.revokedToken,
      unknown: world.strangerToken,
      malformed: 'nonsense',
    })) {
      const response = await ask(refusal, { Authorization: `Bearer ${token}` })
      responses.push(await response.text())
      const record = await recordOf(refusal)
      assert.equal(record['refusal'], refusal)
      assert.equal(record['error'], 40102)
      const isKnown = refusal === 'expired' || refusal === 'revoked'
      assert.equal(record['user'], isKnown ? 'ana' : undefined)
      assert.equal(typeof record['tokenId'], isKnown ? 'number' : 'undefined')
    }
    assert.equal(new Set(responses).size, 1)
  })

  test('says for every request whether it was answered, and who sent it', async () => {
    await ask('short')
    await recordOf('short')
    const requests = service.logs().filter(({ msg }) => msg === 'request')
    assert.ok(requests.length > 0)
    for (const { outcome, clientAddress } of requests) {
      assert.deepEqual({ outcome, clientAddress }, { outcome: 'answered', clientAddress: '127.0.0.1' })
    }
  })

  test('believes no X-Forwarded-For, unless it comes from a trusted proxy', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.9, 10.1.2.3' }
    await ask('disbelieved', forwarded)
    assert.equal((await recordOf('disbelieved'))['clientAddress'], '127.0.0.1')
    await using behindProxies = await startService({
      settings: { database: world.database, trustedProxies: '127.0.0.0/8,10.0.0.0/8' },
    })
    for (const [named, address] of [
      ['203.0.113.9, 10.1.2.3', '203.0.113.9'],
      ['203.0.113.9:4711,10.1.2.3:80', '203.0.113.9'],
      ['192.0.2.66, [2001:db8::9]:4711, 10.1.2.3', '2001:db8::9'],
      ['[2001:db8::9]', '2001:db8::9'],
      ['2001:db8::9', '2001:db8::9'],
    ] as const) {
      const id = `believed-${randomUUID()}`
      await fetch(behindProxies.url, { headers: { 'X-Request-Id': id, 'X-Forwarded-For': named } })
      const record = await behindProxies.waitForLog(({ requestId }) => requestId === id)
      assert.equal(record['clientAddress'], address, named)
    }
  })

  test('has a line for a connection that was refused before it made a request', async () => {
    await sendRaw({ port: service.port, bytes: 'NONSENSE\r\n\r\n' })
    const record = await service.waitForLog(({ msg }) => msg === 'connection refused')
    assert.equal(record['status'], 400)
    assert.equal(record['error'], 40000)
  })

  test('shows an error whole again after a minute, with the number of repetitions; others are shown meanwhile', () => {
    let now = 0
    const describeError = createErrorDescriber(() => now)
    const show = (message: string): unknown => {
      const { stack, repeated } = describeError(new Error(message)) as { stack?: string; repeated?: number }
      return [stack !== undefined, repeated]
    }
    assert.deepEqual(
      [show('a'), show('a'), show('b'), show('a')],
      [
        [true, undefined],
        [false, 1],
        [true, undefined],
        [false, 2],
      ],
    )
    now = 60_000
    assert.deepEqual(
      [show('a'), show('a')],
      [
        [true, 2],
        [false, 1],
      ],
    )
  })

  test('never contains a token, wherever a caller put it', async () => {
    const { token } = world.users.ana
    await ask('header', { Authorization: `Bearer ${token}` })
    await ask('query', {}, `/plants?access_token=${token}`)
    await ask('path', {}, `/plants/${token}`)
    await ask('encoded', {}, `/%70st%5F${token.slice(4)}`)
    await ask('encoded twice', {}, `/%2570st_${token.slice(4)}`)
    await ask('cookie', { Cookie: `access_token=${token}` })
    await ask('basic', { Authorization: `Basic ${token}` })
    const coding = `GET /plants HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${token}, chunked\r\n\r\n0\r\n\r\n`
    await sendRaw({ port: service.port, bytes: coding })
    assert.equal((await ask(token)).headers.get('x-request-id'), token)
    await recordOf('pst_…')
    assert.equal((await recordOf('encoded'))['path'], '/pst_…')
    assert.equal((await recordOf('path'))['path'], '/plants/pst_…')
    assert.ok(!JSON.stringify(service.logs()).includes(token.slice(4)))
  })
})
