/** The judge finds nothing wrong with our own service even where it is told less about it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rules } from '../../src/rules/rules.ts'
import { judge, people, unproven, whole } from './own-service.ts'

describe('our own service', () => {
  it('conforms where the plants that are due are not known', async () => {
    const callers = people.map(({ token }) => ({ token }))
    const court = await judge({ ...whole, callers, refusedTokens: [] })
    assert.equal(court.tell(), '')
    const worldly = rules.filter(({ needs }) => needs === 'world' || needs === 'two callers')
    assert.deepEqual(
      unproven(court, 'all'),
      worldly.map(({ id }) => id),
    )
    assert.match(court.unjudgedRules.get('retired-token-refused') ?? '', /good once/)
  })

  it('conforms when the judge has no token', async () => {
    const court = await judge({ ...whole, callers: [], refusedTokens: [] })
    assert.equal(court.tell(), '')
    assert.ok(court.refusedRules.has('token-required'))
  })
})
