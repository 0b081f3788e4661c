/** Whether a status is due, and by which rule it is not. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Field } from '../../src/exchange.ts'
import { weighStatus } from '../../src/contract/weigh-status.ts'

const good: readonly Field[] = [['Authorization', 'Bearer abc']]

/** The rules that a service breaks by answering the first caller's request so. */
function weigh(only: 'given' | 'all', target: string, status: number, fields = good): readonly string[] {
  const caller = fields === good ? { caller: 0 } : {}
  const answer = { version: '1.1', status, reason: '', fields: [], body: Buffer.from(''), faults: [] }
  return weighStatus({ request: { method: 'GET', target, fields }, answer, ...caller }, only)
}

describe('by the whole contract', () => {
  test('every wrong limit is refused with 400', () => {
    assert.deepEqual(weigh('all', '/plants?limit=-1', 400), [])
    assert.deepEqual(weigh('all', '/plants?limit=-1', 200), ['limit-minimum'])
    assert.deepEqual(weigh('all', '/plants?limit=-1', 422), ['wrong-request-400'])
  })
})

describe('by the given alone', () => {
  test('a limit that only our decisions make wrong may be accepted, or refused by any status', () => {
    for (const status of [200, 400, 403, 422])
      assert.deepEqual(weigh('given', '/plants?limit=-1', status), [])
  })

  test('but not be said to be the fault of the service', () => {
    assert.deepEqual(weigh('given', '/plants?limit=-1', 500), ['wrong-request-400'])
  })

  test('other paths are left open, whatever comes there', () => {
    assert.deepEqual(weigh('given', '/', 502), [])
  })

  test('a limit that is no number is refused with 400', () => {
    assert.deepEqual(weigh('given', '/plants?limit=x', 200), ['limit-is-a-number'])
    assert.deepEqual(weigh('given', '/plants?limit=x', 422), ['wrong-request-400'])
    assert.deepEqual(weigh('given', '/plants?limit=5a', 200), ['limit-is-a-number'])
    assert.deepEqual(weigh('given', '/plants?limit=5n', 200), [])
  })

  test('one that looks like an attack may meet a guard with refusals of its own', () => {
    assert.deepEqual(weigh('given', "/plants?limit=1'--", 403), [])
    assert.deepEqual(weigh('given', "/plants?limit=1'--", 200), ['limit-is-a-number'])
  })

  test('what other parameters do is left open, but they bring no fault of the service about', () => {
    assert.deepEqual(weigh('given', '/plants?limit=x&color=green', 422), [])
    assert.deepEqual(weigh('given', '/plants?limit=1&color=green', 404), [])
  })

  test('a right request is answered, a request that is put otherwise need not be', () => {
    assert.deepEqual(weigh('given', '/plants?limit=1', 404), ['answers-right-requests'])
    assert.deepEqual(weigh('given', '/plants?limit=1', 406, [...good, ['Accept', 'text/html']]), [])
  })
})
