/** Nobody is late because this process was held up. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { afterOwnTime } from '../src/own-time.ts'

const holdUp = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('time that this process did not have is not counted', async () => {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  let turns = 0
  afterOwnTime(20, () => resolve(undefined))
  // Each turn takes longer than the whole timeout.
  const turn = setInterval(() => {
    turns += 1
    holdUp(25)
  })
  await over
  clearInterval(turn)
  assert.ok(turns > 5, `over after ${turns} turns`)
})

it('nothing happens after it was called off', async () => {
  afterOwnTime(1, () => assert.fail('it was called off'))()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  afterOwnTime(5, () => resolve(undefined))
  await promise
})
