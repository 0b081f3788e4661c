/** What the suppressions for the given contract leave open, and what they don't. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import { isSuppressed, type Statement } from '../../src/adapters/suppressions.ts'
import { responseOf } from '../response-of.ts'
import { exchange, subjectAt } from './bench.ts'

const good: readonly Field[] = [['Authorization', 'Bearer abc']]

/** The first caller's request, answered with this status. */
const answered = (target: string, status: number, fields = good): Statement['exchange'] => ({
  ...exchange({}, { request: { method: 'GET', target, fields }, caller: 0 }),
  id: 1,
  answer: responseOf(status),
})

describe('by the given contract alone a tool may', () => {
  const says = (kind: string, target: string, status: number, fields = good): boolean =>
    !isSuppressed(
      {
        tool: 'prism',
        kind,
        rule: 'wrong-request-400',
        told: '',
        exchange: answered(target, status, fields),
      },
      subjectAt('http://127.0.0.1:1', { only: 'given' }),
    )

  test('not object to any answer to a limit that only our decisions make wrong, except 5xx', () => {
    for (const status of [200, 400, 403, 422])
      assert.ok(!says('refused', '/plants?limit=-1', status), String(status))
    assert.ok(says('refused', '/plants?limit=-1', 500))
  })
  test('not object to any answer at other paths', () => {
    assert.ok(!says('refused', '/', 502))
  })
  test('object if a limit that is not a number is accepted, or refused in another way', () => {
    assert.ok(says('let through', '/plants?limit=x', 200))
    assert.ok(says('refused', '/plants?limit=x', 422))
    assert.ok(says('let through', '/plants?limit=5a', 200))
    assert.ok(!says('let through', '/plants?limit=5n', 200))
  })
  test('object to a right request that is refused, but not to one that is sent in an unusual way', () => {
    assert.ok(says('refused', '/plants?limit=1', 404))
    assert.ok(!says('refused', '/plants?limit=1', 406, [...good, ['Accept', 'text/html']]))
  })
})
