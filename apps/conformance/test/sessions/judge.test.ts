/** The judge says what it could not judge, and stops when it is told to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sessionsJudge } from '../../src/sessions/judge.ts'
import { judge, whole } from './own-service.ts'
import { RecordingCourt } from './recording-court.ts'

describe('our own service', () => {
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
