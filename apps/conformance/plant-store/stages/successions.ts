/** Requests of all kinds in succession on one connection, and at the same time. */
import { atOnce, inGroups, inTurn, pipelined, type Wanted } from '@plant-store/raw-http'
import { kindsOf } from './kinds.ts'
import { stage } from './setting.ts'

/** This many requests of a sequence share a connection, if it lasts. */
const run = 40

/** One in this many runs of requests is pipelined as well, and one in twice as many sent at once; seeds choose others. */
const share = { quick: 3, standard: 1, deep: 1 } as const

/** Every kind after every other, on kept connections: one after the other, pipelined, and at once on many. */
export const successions = stage('every kind behind every other', async (runner) => {
  const kinds = kindsOf(runner)
  const sequence = everyPair(kinds.length).flatMap((index) => kinds.slice(index, index + 1))
  const parts = inGroups(sequence, run)
  // Each begins with the end of the one before.
  const linked = parts.map((part, index) => (parts[index - 1]?.slice(-1) ?? []).concat(part))
  const { budget, seed } = runner.subject
  const chosen = (one: number): readonly (readonly Wanted[])[] =>
    linked.filter((_, index) => (index + seed) % one === 0)
  await runner.run([
    ...linked.map((part) => inTurn(part)),
    ...chosen(share[budget]).map((part) => pipelined(part)),
  ])
  const crowds = chosen(2 * share[budget]).flatMap((part) => inGroups(part, runner.width))
  await runner.run(
    crowds.map((part) => atOnce(part)),
    1,
  )
})

/** Numbers below n, such that each comes once right after each other, and after itself: 0 0 1 0 2 1 1 2 2 0 for 3. */
export function everyPair(n: number): readonly number[] {
  const all = Array.from({ length: n }, (_, index) => index)
  return [
    ...all.flatMap((one) => [one, ...all.slice(one + 1).flatMap((other) => [one, other])]),
    ...all.slice(0, 1),
  ]
}
