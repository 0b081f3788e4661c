/** Kinds of requests in succession on one connection: every two, and of those that differ most, every three. */
import { inGroups, inTurn, pipelined, type Wanted } from '@plant-store/raw-http'
import { kindsOf, outcomesOf } from './kinds.ts'
import type { Runner } from './runner.ts'
import { forEachSetting } from './setting.ts'
import { inTime } from './measure-pace.ts'

/** This many requests of a sequence share a connection, if it lasts. */
const run = 40

const pairsInARow = 'every kind behind every other'
const threesInARow = 'three in a row'

/** One in this many runs of requests is pipelined as well; each seed chooses different ones. */
const pipelinedShare = { quick: 3, standard: 1, deep: 1 } as const

/** Every succession of `length` kinds, in runs for one connection; each begins with the end of the run before. */
async function runsOf(
  runner: Runner,
  name: string,
  kinds: readonly Wanted[],
  length: number,
): Promise<readonly (readonly Wanted[])[]> {
  const sequence = everyRun(kinds.length, length).flatMap((index) => kinds.slice(index, index + 1))
  const parts = inGroups(await inTime(runner, name, sequence), run)
  return parts.map((part, index) => (parts[index - 1]?.slice(1 - length) ?? []).concat(part))
}

/** Every kind after every other, on kept connections: one after the other, and pipelined. */
export const successions = forEachSetting(pairsInARow, async ({ runner, operation }) => {
  const linked = await runsOf(runner, pairsInARow, kindsOf(runner, operation), 2)
  const { budget, seed } = runner.subject
  const chosen = linked.filter((_, index) => (index + seed) % pipelinedShare[budget] === 0)
  await runner.run([...linked.map((part) => inTurn(part)), ...chosen.map((part) => pipelined(part))])
})

/** Every kind of answer after every two others, on kept connections. */
export const threes = forEachSetting(threesInARow, async ({ runner, operation }) => {
  const linked = await runsOf(runner, threesInARow, outcomesOf(runner, operation), 3)
  await runner.run(linked.map((part) => inTurn(part)))
})

/** How many requests are sent where two kinds take turns. */
const turns = 8

/** Any two kinds of answer in turns on one connection: A, B, A, B. */
export const alternating = forEachSetting('two kinds in turns', async ({ runner, operation }) => {
  const kinds = outcomesOf(runner, operation)
  const pairs = kinds.flatMap((one, index) => kinds.slice(index + 1).map((other) => [one, other] as const))
  const all = pairs.flatMap((pair) => Array.from({ length: turns }, (_, at) => pair[at % 2] ?? pair[0]))
  const asked = await inTime(runner, 'two kinds in turns', all)
  await runner.run(inGroups(asked, turns).map((some) => inTurn(some)))
})

/**
 * A sequence of numbers below n in which every succession of `length` of them occurs: the Lyndon words whose lengths
 * divide `length`, in order (Fredricksen and Maiorana 1978), and the beginning once more.
 */
export function everyRun(n: number, length: number): readonly number[] {
  const cycle: number[] = []
  // Of no numbers there is no word.
  for (let word = [0].slice(0, n); word.length > 0; word = nextWord(word, n, length))
    if (length % word.length === 0) cycle.push(...word)
  return [...cycle, ...Array.from({ length: length - 1 }, (_, index) => cycle[index % cycle.length] ?? 0)]
}

/** The next Lyndon word of at most this length, in dictionary order; an empty one after the last. */
function nextWord(word: readonly number[], n: number, length: number): number[] {
  const next = Array.from({ length }, (_, index) => word[index % word.length] ?? 0)
  while (next.at(-1) === n - 1) next.pop()
  const last = next.pop()
  return last === undefined ? [] : [...next, last + 1]
}
