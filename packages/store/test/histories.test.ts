/** Random histories: step by step, a store does what a simple model does, whatever the engine. */
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { replayOn } from './history/replay.ts'
import { history } from './history/step.ts'
import { openWorldOver } from './databases.ts'

// With PostgreSQL a step takes twenty times as long.
for (const [engine, numRuns] of [
  ['SQLite', 30],
  ['PostgreSQL', 3],
] as const) {
  void describe(`a random history over ${engine}`, () => {
    it('shows every user what the model shows and why, under a revision that stands for that list alone', async () => {
      // New ones in every run: many runs cover more than a long one, which a busy machine does not finish in time.
      await fc.assert(fc.asyncProperty(history, fc.nat(), replayOn(openWorldOver(engine))), { numRuns })
    })
  })
}
