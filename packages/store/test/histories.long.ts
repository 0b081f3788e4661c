/**
 * Hundreds of random histories, the same in every run, whereas `histories.test.ts` draws a few new ones in each run. Only
 * they find with certainty what takes a rare sequence of steps, such as a line of a file that names a plant by its key and
 * by the wrong tag. `HISTORY_SEEDS` sets how many sets of them are run (1 by default), for longer runs.
 */
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { replayOn } from './history/replay.ts'
import { history } from './history/step.ts'
import { openWorldOver } from './databases.ts'

const seeds = Array.from({ length: readCount('HISTORY_SEEDS') }, (_, index) => index + 1)

for (const [engine, numRuns] of [
  ['SQLite', 400],
  ['PostgreSQL', 20],
] as const) {
  void describe(`random histories over ${engine}`, () => {
    for (const seed of seeds) {
      it(`${numRuns} of them, seed ${seed}: the store does what the model does`, async () => {
        await fc.assert(fc.asyncProperty(history, fc.nat(), replayOn(openWorldOver(engine))), {
          numRuns,
          seed,
        })
      })
    }
  })
}

function readCount(name: string): number {
  const text = process.env[name] ?? '1'
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a whole number from 1 to 999999, not ${text}`)
}
