/** What goes wrong once and not again is told, with how often. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { forAll } from '../../src/laws/for-all.ts'
import type { Law } from '../../src/laws/law.ts'
import type { Probe } from '../../src/laws/probe.ts'
import { askInTurn } from '../../src/laws/series.ts'
import { askTogether } from '../../src/laws/together.ts'
import { withBody } from '../../mutants/server/ask.ts'
import type { Change } from '../../mutants/mutant.ts'
import { hearLaw } from './hear.ts'

/** One list is empty, and never again. */
const emptyOnce: Change = ({ finish }) => {
  let isDone = false
  return {
    finish: async (reply, ask) => {
      const finished = await finish(reply, ask)
      if (isDone || reply.status !== 200) return finished
      isDone = true
      return withBody(finished, '[]')
    },
  }
}

const lists = ({ write, parties }: Probe, count: number) =>
  Array.from({ length: count }, (_, index) =>
    write('GET', `/plants?x=${index}`, { token: parties[0]?.token.mark }),
  )

const laws: readonly (readonly [string, Law['run']])[] = [
  [
    'among many requests of one kind',
    async (probe) => {
      const requests = lists(probe, 8)
      await forAll(probe, fc.constantFrom(...requests), (request) => request, 8)
    },
  ],
  [
    'where many things are asked for together',
    (probe) =>
      askTogether(
        probe,
        [1, 2, 3, 4],
        (numbers) => lists(probe, numbers.length)[0] ?? probe.write('GET', '/plants'),
      ),
  ],
  ['on a connection that is used again', async (probe) => void (await askInTurn(probe, lists(probe, 4)))],
]

describe('a breach that does not show again', () => {
  for (const [where, run] of laws) {
    it(`is told, with how often it showed (${where})`, async () => {
      const court = await hearLaw({ name: 'x', run }, emptyOnce)
      assert.match(
        court.findings[0]?.came ?? '',
        /^0 plants.*, in 1 of (?:[2-9]|\d{2,}) answers/,
        court.tell(),
      )
    })
  }
})
