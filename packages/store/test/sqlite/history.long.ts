/** More than a thousand random histories: as `history.test.ts`, of which each run draws a few others. */
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { replay } from './history/replay.ts'
import { history } from './history/step.ts'

describe('random histories', () => {
  for (const seed of [1, 2, 3]) {
    it(`four hundred of them, seed ${seed}: the store does what the model does`, async () => {
      await fc.assert(fc.asyncProperty(history, fc.nat(), replay), { numRuns: 400, seed })
    })
  }
})
