/** From which moment on all clients count as well. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Observation, recoveryMs } from '../src/clients/recovery.ts'

const seen = (lane: number, startedAt: number, endedAt: number, isRight: boolean): Observation => ({
  lane,
  startedAt,
  endedAt,
  isRight,
})

test('the last client counts, up to its first right answer after its last failure', () => {
  const observations = [
    seen(1, 90, 110, false),
    seen(1, 120, 130, true),
    seen(2, 95, 105, false),
    seen(2, 125, 140, true),
    seen(2, 150, 160, false),
    seen(2, 170, 185, true),
    seen(2, 190, 200, true),
  ]
  assert.equal(recoveryMs(observations, 100), 85)
})

test('a client that was waiting when the cause went is well once it is answered', () => {
  assert.equal(recoveryMs([seen(1, 80, 130, true), seen(1, 150, 160, true)], 100), 30)
})

test('if every client was well already, recovery took no time', () => {
  assert.equal(recoveryMs([seen(1, 10, 20, false), seen(1, 30, 40, true), seen(1, 110, 120, true)], 100), 0)
})
