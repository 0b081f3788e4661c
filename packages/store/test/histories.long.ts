/**
 * Hundreds of random histories, the same in every run: as `histories.test.ts`, of which each run draws a few others.
 * `HISTORY_SEEDS` says how many draws of them there are (1 unless given), for longer runs.
 */
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { replayOn } from './history/replay.ts'
import { history } from './history/step.ts'
import { makePostgresPlace } from './postgres/place.ts'
import { makeSqlitePlace } from './sqlite/place.ts'

const seeds = Array.from({ length: readCount('HISTORY_SEEDS') }, (_, index) => index + 1)

for (const [engine, makePlace, numRuns] of [
  ['SQLite', makeSqlitePlace, 400],
  ['PostgreSQL', makePostgresPlace, 20],
] as const) {
  void describe(`random histories over ${engine}`, () => {
    for (const seed of seeds) {
      it(`${numRuns} of them, seed ${seed}: the store does what the model does`, async () => {
        await fc.assert(fc.asyncProperty(history, fc.nat(), replayOn(makePlace)), { numRuns, seed })
      })
    }
  })
}

function readCount(name: string): number {
  const text = process.env[name] ?? '1'
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a whole number from 1 to 999999, not ${text}`)
}
