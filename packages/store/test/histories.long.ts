/** More than a thousand random histories: as `histories.test.ts`, of which each run draws a few others. */
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { replayOn } from './history/replay.ts'
import { history } from './history/step.ts'
import { makePostgresPlace } from './postgres/place.ts'
import { makeSqlitePlace } from './sqlite/place.ts'

for (const [engine, makePlace, numRuns] of [
  ['SQLite', makeSqlitePlace, 400],
  ['PostgreSQL', makePostgresPlace, 20],
] as const) {
  void describe(`random histories over ${engine}`, () => {
    for (const seed of [1, 2, 3]) {
      it(`${numRuns} of them, seed ${seed}: the store does what the model does`, async () => {
        await fc.assert(fc.asyncProperty(history, fc.nat(), replayOn(makePlace)), { numRuns, seed })
      })
    }
  })
}
