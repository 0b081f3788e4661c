/** Kinds of requests in succession on one connection: every two, and of those that differ most, every three. */
import { inGroups, inTurn, pipelined } from '@plant-store/raw-http'
import { kindsOf, outcomesOf } from './kinds.ts'
import type { Stage } from './runner.ts'
import { forEachSetting } from './setting.ts'
import { inTime } from './measure-pace.ts'

/** This many requests of a sequence share a connection, if it lasts. */
const run = 40

const pairsInARow = 'every kind behind every other'
const threesInARow = 'three in a row'

/** One in this many runs of requests is pipelined as well; each seed chooses different ones. */
const pipelinedShare = { quick: 3, standard: 1, deep: 1 } as const

/** Every kind after every other, on kept connections: one after the other, and pipelined. */
export const successions: Stage = {
  name: pairsInARow,
  run: forEachSetting(async ({ runner, operation }) => {
    const kinds = kindsOf(runner, operation)
    const sequence = everyPair(kinds.length).flatMap((index) => kinds.slice(index, index + 1))
    const parts = inGroups(await inTime(runner, pairsInARow, sequence), run)
    // Each part begins with the last request of the part before.
    const linked = parts.map((part, index) => (parts[index - 1]?.slice(-1) ?? []).concat(part))
    const { budget, seed } = runner.subject
    const chosen = linked.filter((_, index) => (index + seed) % pipelinedShare[budget] === 0)
    await runner.run([...linked.map((part) => inTurn(part)), ...chosen.map((part) => pipelined(part))])
  }),
}

/** Every kind of answer after every two others, on kept connections. */
export const threes: Stage = {
  name: threesInARow,
  run: forEachSetting(async ({ runner, operation }) => {
    const kinds = outcomesOf(runner, operation)
    const sequence = everyRun(kinds.length, 3).flatMap((index) => kinds.slice(index, index + 1))
    const parts = inGroups(await inTime(runner, threesInARow, sequence), run)
    const linked = parts.map((part, index) => (parts[index - 1]?.slice(-2) ?? []).concat(part))
    await runner.run(linked.map((part) => inTurn(part)))
  }),
}

/** How many requests are sent where two kinds take turns. */
const turns = 8

/** Any two kinds of answer in turns on one connection: A, B, A, B. */
export const alternating: Stage = {
  name: 'two kinds in turns',
  run: forEachSetting(async ({ runner, operation }) => {
    const kinds = outcomesOf(runner, operation)
    const pairs = kinds.flatMap((one, index) => kinds.slice(index + 1).map((other) => [one, other] as const))
    const all = pairs.flatMap((pair) => Array.from({ length: turns }, (_, at) => pair[at % 2] ?? pair[0]))
    const asked = await inTime(runner, 'two kinds in turns', all)
    await runner.run(inGroups(asked, turns).map((some) => inTurn(some)))
  }),
}

/** A sequence of numbers below n in which every ordered pair occurs: a de Bruijn sequence of order two. */
export function everyPair(n: number): readonly number[] {
  const numbers = Array.from({ length: n }, (_, index) => index)
  const all = numbers.map((one) => [one, ...numbers.slice(one + 1).flatMap((other) => [one, other])])
  return [...all.flat(), ...numbers.slice(0, 1)]
}

/**
 * A sequence of numbers below n in which every succession of `length` of them occurs: the Lyndon words whose lengths
 * divide `length`, in order (Fredricksen and Maiorana 1978), and the beginning once more.
 */
export function everyRun(n: number, length: number): readonly number[] {
  const cycle: number[] = []
  for (let word = [0]; word.length > 0; word = nextWord(word, n, length))
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
