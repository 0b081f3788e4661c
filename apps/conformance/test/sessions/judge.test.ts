/** The judge finds nothing wrong with our own service, and says what it could not judge. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sessionsJudge } from '../../src/sessions/judge.ts'
import { judge, people, refusedTokens, requireProof, whole } from './own-service.ts'
import { RecordingCourt } from './recording-court.ts'

describe('our own service', () => {
  it('conforms, and every rule is seen kept, or broken and refused; nothing shown to people holds a token or a part of one', async () => {
    const court = await judge(whole)
    requireProof(court)
    const records = JSON.stringify(court.exchanges.map(({ shown }) => shown?.request))
    // Names take the place of tokens, and of their parts.
    const parts = [...people.map(({ token }) => token), ...refusedTokens].map((token) => token.slice(8, 20))
    assert.deepEqual(
      parts.filter((part) => records.includes(part)),
      [],
    )
    assert.ok(records.includes('Bearer $TOKEN_2') && records.includes('${TOKEN:0:'))
  })

  it('shows nothing about other callers where there is one alone', async () => {
    const court = await judge({ ...whole, callers: whole.callers.slice(0, 1) }, 300)
    assert.equal(court.tell(), '')
    assert.ok(!court.keptRules.has('sees-own-plants-only'))
    assert.match(court.unjudgedRules.get('sees-own-plants-only') ?? '', /two callers/)
  })
})

describe('a judge that is told to stop', () => {
  it('stops at once', async () => {
    const court = new RecordingCourt()
    const judging = sessionsJudge().judge({ ...whole, budget: 'deep' }, court)
    court.abort()
    await assert.rejects(judging, { name: 'AbortError' })
  })
})
