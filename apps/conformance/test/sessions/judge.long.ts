/** The judge finds nothing wrong with our own service even where it is told less about it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge, people, unproven, whole } from './own-service.ts'

describe('our own service', () => {
  it('conforms where the plants that are due are not known', async () => {
    const callers = people.map(({ token }) => ({ token }))
    const court = await judge({ ...whole, callers, refusedTokens: [] })
    assert.equal(court.tell(), '')
    assert.deepEqual(unproven(court, 'all'), [])
    for (const rule of [
      'lists-all-plants',
      'sees-own-plants-only',
      'order-as-added',
      'any-number-of-plants',
    ]) {
      assert.match(court.unjudgedRules.get(rule) ?? '', /No world was given/)
    }
    assert.match(court.unjudgedRules.get('retired-token-refused') ?? '', /good once/)
  })

  it('conforms when the judge has no token', async () => {
    const court = await judge({ ...whole, callers: [], refusedTokens: [] })
    assert.equal(court.tell(), '')
    assert.match(court.unjudgedRules.get('list-is-array') ?? '', /No token was given/)
    assert.ok(court.refusedRules.has('token-required'))
  })
})
