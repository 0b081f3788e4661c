/** Random histories: what the store does is what a simple model does, step by step. */
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { replay } from './history/replay.ts'
import { history } from './history/step.ts'

describe('a random history', () => {
  it('shows every user what the model shows and why, under a revision that stands for that list alone', async () => {
    // Other ones in every run: many runs see more than a long one, which a busy machine does not finish in time.
    await fc.assert(fc.asyncProperty(history, fc.nat(), replay), { numRuns: 100 })
  })
})
