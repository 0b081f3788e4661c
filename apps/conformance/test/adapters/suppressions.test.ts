/** What the suppressions for the given contract leave open, and what they don't. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSuppressed, suppressions } from '../../plant-store/tools/suppressions.ts'
import type { Field } from '../../src/exchange.ts'
import { responseOf } from '../response-of.ts'
import { exchange, subjectAt } from '../run/bench.ts'

const accept: Field = ['Accept', 'text/html']

/** What a tool objects to, in the response to a request with a token, and whether that counts. */
const table: readonly (readonly [kind: string, target: string, status: number, counts: boolean, Field?])[] = [
  // Only our decisions make this limit wrong.
  ...[200, 400, 403, 422].map((status) => ['refused', '/plants?limit=-1', status, false] as const),
  ['refused', '/plants?limit=-1', 500, true],
  ['refused', '/', 502, false],
  ['let through', '/plants?limit=x', 200, true],
  ['refused', '/plants?limit=x', 422, true],
  ['let through', '/plants?limit=5a', 200, true],
  ['let through', '/plants?limit=5n', 200, false],
  ['refused', '/plants?limit=1', 404, true],
  ['refused', '/plants?limit=1', 406, false, accept],
]

for (const [kind, target, status, counts, ...more] of table)
  test(`by the given contract alone ${target} ${more.join('')} with ${status} ${counts ? 'counts' : 'does not count'}: ${kind}`, () => {
    const fields = [['Authorization', 'Bearer abc'] as const, ...more.filter((field) => field !== undefined)]
    const made = exchange({}, { request: { method: 'GET', target, fields }, caller: 0 })
    const answered = { ...made, id: 1, response: responseOf(status) }
    const statement = {
      tool: 'prism',
      kind,
      rule: 'wrong-request-400',
      told: '',
      exchange: answered,
    } as const
    assert.equal(
      isSuppressed(statement, subjectAt('http://127.0.0.1:1', { only: 'given' }), suppressions),
      !counts,
    )
  })
