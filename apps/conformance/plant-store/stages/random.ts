/** Random requests and sessions, drawn by seed. */
import * as fc from 'fast-check'
import type { Session, Step, Wanted } from '@plant-store/raw-http'
import { sortedValues } from '../dimensions/dimensions.ts'
import { pairsOfWrong, type Sorted } from '../dimensions/cover.ts'
import type { Dimension, Value, Values } from '../dimensions/draft.ts'
import type { Runner } from '../runner.ts'
import { stage } from './setting.ts'

/** A session has at most this many steps, on at most this many connections. */
const most = { steps: 14, connections: 3 } as const

/**
 * `count` sessions after the first `from` ones of the seed. One or two values of each request are unusual; two wrong
 * ones would hide each other.
 */
export function randomOf(runner: Runner, count: number, from = 0): readonly Session[] {
  const { sorted, toWanted } = sortedValues(runner)
  const choicesOf = (kind: 'right' | 'wrong'): readonly fc.Arbitrary<Choice>[] =>
    sorted.flatMap(({ dimension, right, wrong }) => {
      const values = kind === 'right' ? right.slice(1) : wrong
      return values.length === 0 ? [] : [choose(dimension, values)]
    })
  const [right, wrong] = [choicesOf('right'), choicesOf('wrong')]
  // Without a token, no value is right.
  const anyRight = right.length === 0 ? fc.constant(null) : fc.option(fc.oneof(...right), { freq: 1 })
  const ask = fc
    .tuple(anyRight, fc.oneof(...right, ...wrong))
    .map(([beside, one]) => toWanted(new Map(beside === null ? [one] : [beside, one])))
  const steps = fc.array(anyStep(ask, runner), { minLength: 2, maxLength: most.steps })
  // By the golden ratio no small seed reaches the sessions of another one.
  const seed = runner.subject.seed + Math.imul(from, 0x9e3779b1)
  return fc.sample(steps, { seed, numRuns: count })
}

const choose = (dimension: Dimension, values: readonly Value[]): fc.Arbitrary<Choice> =>
  fc.constantFrom(...values).map((value): Choice => [dimension, value])

function anyStep(ask: fc.Arbitrary<Wanted>, runner: Runner): fc.Arbitrary<Step> {
  const on = fc.nat(most.connections - 1)
  const send = fc.tuple(ask, on).map(([one, place]): Step => ({ ask: one, on: place }))
  if (runner.subject.only === 'given') return send
  const together = fc.tuple(ask, on).map(([one, place]): Step => ({ ask: one, on: place, wait: false }))
  const inPieces = fc
    .tuple(ask, on, fc.array(fc.nat(400), { minLength: 1, maxLength: 4 }))
    .map(([one, place, cut]): Step => ({ ask: one, on: place, cut: cut.toSorted((a, b) => a - b) }))
  const leave = fc
    .tuple(ask, fc.nat(300), fc.constantFrom('reset' as const, 'close' as const))
    .map(([{ request }, bytes, by]): Step => ({
      abandon: request,
      bytes: Math.min(bytes, runner.bytesOf(request).length),
      by,
    }))
  return fc.oneof(
    { weight: 5, arbitrary: send },
    { weight: 3, arbitrary: together },
    { weight: 1, arbitrary: inPieces },
    { weight: 1, arbitrary: leave },
  )
}

type Choice = readonly [Dimension, Value]

/** Right values of all dimensions together, and in every other request a wrong one. */
function anyCombination(sorted: readonly Sorted[]): fc.Arbitrary<Values> {
  const right = sorted.filter((one) => one.right.length > 0)
  const wrong = sorted.filter((one) => one.wrong.length > 0)
  const ambiguous = new Set(sorted.flatMap((one) => [...one.ambiguous]))
  return fc
    .tuple(
      fc.tuple(...right.map((one) => choose(one.dimension, one.right))),
      fc.option(fc.oneof(...wrong.map((one) => choose(one.dimension, one.wrong))), { freq: 1 }),
      fc.nat(),
    )
    .map(([all, fault, at]) => {
      const odd = all.filter(([, value]) => ambiguous.has(value))
      const kept = odd[at % odd.length]
      const others = all.filter((one) => one === kept || !odd.includes(one))
      return new Map<Dimension, Value>(fault === null ? others : [...others, fault])
    })
}

/** How many requests. */
const combined = { quick: 400, standard: 2500, deep: 10_000 } as const

/** Any right values stand together, and hide no wrong one; of two wrong ones, the first in the contract's order decides. */
export const combinations = stage('values together', async (runner) => {
  const { budget, seed } = runner.subject
  const { sorted, toWanted } = sortedValues(runner)
  const ruleOf = (...one: Choice): string =>
    runner.oracle.analyse(toWanted(new Map([one])).request).faults[0]?.rule ?? ''
  const drawn = fc.sample(anyCombination(sorted), { seed, numRuns: combined[budget] })
  await runner.askEach([...pairsOfWrong(sorted, ruleOf), ...drawn], toWanted)
})

/** How many sessions. */
const counts = { quick: 30, standard: 200, deep: Infinity } as const

/** This many random sessions are made, played and released together. */
const atATime = 500

/** Random sessions end when this share of the check's time is left: it is enough for what comes after them. */
const shareBehind = 0.02

/** Random sessions: requests of all kinds on a few connections, in turn, pipelined, side by side. */
export const randomSessions = stage('random sessions', async (runner) => {
  const count = counts[runner.subject.budget]
  for (let from = 0; from < count; from += atATime) {
    const before = runner.timeLeft
    await runner.run(randomOf(runner, Math.min(atATime, count - from), from))
    // The next ones take as long as these did.
    const left = runner.timeLeft
    if (left - (before - left) < shareBehind) return
  }
})
