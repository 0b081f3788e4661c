/** The log line of a request, written as text: it is what a JSON library would write. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observation } from '../../src/http/observe.ts'
import { createClock, isSimple, requestLine } from '../../src/request-line.ts'

const seen: Observation = {
  requestId: 'a-1',
  traceId: undefined,
  method: 'GET',
  path: '/plants"\\\n\u2028',
  route: '/plants',
  outcome: 'answered',
  status: 200,
  durationMs: 0.5,
  user: 'A"na\\\n',
  tokenId: 7,
  refusal: undefined,
  error: undefined,
  reason: undefined,
  cause: undefined,
}

test('a line is one JSON object, whatever the path and the user hold', () => {
  const line = requestLine(seen, '2026-11-21T10:00:00.000Z')
  assert.equal(line.indexOf('\n'), line.length - 1)
  const { requestId, method, path, status, durationMs, user, tokenId } = seen
  assert.deepEqual(JSON.parse(line), {
    level: 'info',
    time: '2026-11-21T10:00:00.000Z',
    requestId,
    method,
    path,
    status,
    durationMs,
    user,
    tokenId,
    msg: 'request',
  })
  assert.ok(!('user' in JSON.parse(requestLine({ ...seen, user: undefined }, ''))))
})

test('only what was simply answered is a simple line', () => {
  assert.ok(isSimple(seen))
  assert.ok(!isSimple({ ...seen, outcome: 'aborted' }))
  assert.ok(!isSimple({ ...seen, error: 40001 }))
  assert.ok(!isSimple({ ...seen, traceId: '0'.repeat(32) }))
})

test('the clock tells each millisecond as it is', () => {
  let now = 0
  const clock = createClock(() => now)
  assert.equal(clock(), '1970-01-01T00:00:00.000Z')
  assert.equal(clock(), '1970-01-01T00:00:00.000Z')
  now = 1
  assert.equal(clock(), '1970-01-01T00:00:00.001Z')
})
