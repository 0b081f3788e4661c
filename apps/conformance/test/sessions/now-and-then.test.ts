/** What goes wrong once and not again is told, with how often. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alone, atOnce, inTurn, type Session, type Wanted } from '../../src/http/session.ts'
import { withBody } from '../../mutants/server/ask.ts'
import type { Change } from '../../mutants/mutant.ts'
import { hearRunner } from './hear.ts'

/** One list is empty, and never again. */
const emptyOnce =
  (): Change =>
  ({ finish }) => {
    let isDone = false
    return {
      finish: async (reply, ask) => {
        const finished = await finish(reply, ask)
        if (isDone || ask?.query.has('x') !== true) return finished
        isDone = true
        return withBody(finished, '[]')
      },
    }
  }

const ways: Readonly<Record<string, (asks: readonly Wanted[]) => readonly Session[]>> = {
  'on connections of their own': (asks) => asks.map((ask) => alone(ask)),
  'on a connection that is used again': (asks) => [inTurn(asks)],
  'at the same time': (asks) => [atOnce(asks)],
}

describe('a breach that does not show again', () => {
  for (const [where, toSessions] of Object.entries(ways)) {
    it(`is told, with how often it showed (${where})`, async () => {
      const court = await hearRunner(emptyOnce(), (runner) => {
        const [caller] = runner.callers
        const asks = Array.from({ length: 4 }, (_, index) => ({
          request: runner.write('GET', `/plants?x=${index}`, { token: caller?.mark }),
        }))
        return runner.run(toSessions(asks))
      })
      assert.match(
        court.findings[0]?.came ?? '',
        /^0 plants.*, in 1 of (?:[2-9]|\d{2,}) answers/,
        court.tell(),
      )
    })
  }
})
