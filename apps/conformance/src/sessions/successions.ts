/** Every two kinds of requests in succession on one connection. */
import { inGroups, inTurn, pipelined } from '@plant-store/raw-http'
import { kindsOf } from './kinds.ts'
import { forEachSetting } from './setting.ts'
import { inTime } from './measure-pace.ts'

/** This many requests of a sequence share a connection, if it lasts. */
const run = 40

const pairsInARow = 'every kind behind every other'

/** One in this many runs of requests is pipelined as well; each seed chooses different ones. */
const pipelinedShare = { quick: 3, standard: 1, deep: 1 } as const

/** Every kind after every other, on kept connections: one after the other, and pipelined. */
export const successions = forEachSetting(pairsInARow, async ({ runner, operation }) => {
  const kinds = kindsOf(runner, operation)
  const sequence = everyPair(kinds.length).flatMap((index) => kinds.slice(index, index + 1))
  const parts = inGroups(await inTime(runner, pairsInARow, sequence), run)
  // Each begins with the end of the one before.
  const linked = parts.map((part, index) => (parts[index - 1]?.slice(-1) ?? []).concat(part))
  const { budget, seed } = runner.subject
  const chosen = linked.filter((_, index) => (index + seed) % pipelinedShare[budget] === 0)
  await runner.run([...linked.map((part) => inTurn(part)), ...chosen.map((part) => pipelined(part))])
})

/** Numbers below n, such that each comes once right after each other, and after itself: 0 0 1 0 2 1 1 2 2 0 for 3. */
export function everyPair(n: number): readonly number[] {
  const all = Array.from({ length: n }, (_, index) => index)
  return [
    ...all.flatMap((one) => [one, ...all.slice(one + 1).flatMap((other) => [one, other])]),
    ...all.slice(0, 1),
  ]
}
