/** What is tried, in the order in which it decides most. */
import { inGroups, inTurn, pipelined, type Session } from '../http/session.ts'
import { runsFor } from './budget.ts'
import type { Setting } from './draft.ts'
import { knownTags } from './known-tags.ts'
import { longLists } from './long-lists.ts'
import { firstLook, firstRequests, mixedCallers } from './first-stages.ts'
import { kindsOf, outcomesOf, readable } from './kinds.ts'
import { lateRequests } from './late-requests.ts'
import { noiseOf } from './random.ts'
import { betweenRequests } from './relations/between.ts'
import { longConnection, quiet, resting } from './relations/rest.ts'
import { loadVectors, rowSession } from './rows.ts'
import type { Stage } from './runner.ts'
import { forEachSetting } from './setting.ts'
import { heads, pairs, randomSessions, values } from './value-stages.ts'

/** So many requests of a sequence share a connection, if it lasts. */
const run = 40

/** Every kind behind every other, on kept connections: one after the other, and pipelined. */
const successions: Stage = {
  name: 'every kind behind every other',
  run: forEachSetting(async ({ runner, operation }) => {
    const kinds = kindsOf(runner, operation)
    const sequence = everyPair(kinds.length).flatMap((index) => kinds.slice(index, index + 1))
    const parts = inGroups(sequence.slice(0, runner.pace.length(sequence.length)), run)
    // The first of a part was the last of the one before.
    const linked = parts.map((part, index) => (parts[index - 1]?.slice(-1) ?? []).concat(part))
    await runner.run([...linked.map((part) => inTurn(part)), ...linked.map((part) => pipelined(part))])
  }),
}

/** Every kind of answer behind every two others, on kept connections. */
const threes: Stage = {
  name: 'three in a row',
  run: forEachSetting(async ({ runner, operation }) => {
    const kinds = outcomesOf(runner, operation)
    const sequence = everyRun(kinds.length, 3).flatMap((index) => kinds.slice(index, index + 1))
    const parts = inGroups(sequence.slice(0, runner.pace.length(sequence.length)), run)
    const linked = parts.map((part, index) => (parts[index - 1]?.slice(-2) ?? []).concat(part))
    await runner.run(linked.map((part) => inTurn(part)))
  }),
}

/** A sequence of numbers below n in which every ordered pair stands somewhere: a de Bruijn sequence of order two. */
export function everyPair(n: number): readonly number[] {
  const numbers = Array.from({ length: n }, (_, index) => index)
  const all = numbers.map((one) => [one, ...numbers.slice(one + 1).flatMap((other) => [one, other])])
  return [...all.flat(), ...numbers.slice(0, 1)]
}

/**
 * A sequence of numbers below n in which every `length` of them stand behind each other somewhere: the Lyndon words whose
 * lengths divide `length`, in order (Fredricksen and Maiorana 1978), and the beginning once more.
 */
export function everyRun(n: number, length: number): readonly number[] {
  const cycle: number[] = []
  for (let word = [0]; word.length > 0; word = nextWord(word, n, length))
    if (length % word.length === 0) cycle.push(...word)
  return [...cycle, ...cycle.slice(0, length - 1)]
}

/** The next Lyndon word of at most this length, in the order of a dictionary; none behind the last. */
function nextWord(word: readonly number[], n: number, length: number): number[] {
  const next = Array.from({ length }, (_, index) => word[index % word.length] ?? 0)
  while (next.at(-1) === n - 1) next.pop()
  const last = next.pop()
  return last === undefined ? [] : [...next, last + 1]
}

/** Sessions that all operations have. */
const relation = (name: string, make: (place: Setting) => readonly Session[], width?: number): Stage => ({
  name,
  run: forEachSetting((place) => place.runner.run(make(place), width)),
})

/** The rows of the contract's own table. */
const rows: Stage = {
  name: 'the table of requests',
  run: async (runner) => {
    const { knowledge, secrets, subject, callers } = runner
    const [operation] = readable(runner)
    const tags = callers.map((_, caller) => knowledge.tagOf({ caller, operation, numbers: {} }))
    const vectors = await loadVectors(new URL(subject.url).host, secrets, tags)
    await runner.run(vectors.map((row) => rowSession(row, secrets)))
  },
}

/** Octets that are no HTTP; each piece ends as a request would. */
const noise: Stage = {
  name: 'octets that are no HTTP',
  run: async (runner) => {
    const { budget, seed } = runner.subject
    await runner.askApart(noiseOf(runsFor(budget, 0.3), seed).map((request) => ({ request })))
  },
}

/** After all that was asked, what was asked first is answered as it was. */
const again: Stage = {
  name: 'the first requests again',
  run: forEachSetting(async ({ runner, operation }) => {
    const kinds = kindsOf(runner, operation)
    await runner.run(kinds.map((ask) => inTurn([ask, ask])))
  }),
}

/** In the order in which they decide most; the first runs alone. */
export const stages: readonly Stage[] = [
  firstRequests,
  firstLook,
  mixedCallers,
  again,
  values,
  relation('successions on one connection', (place) => [longConnection(place)]),
  successions,
  threes,
  heads,
  knownTags,
  longLists,
  rows,
  ...betweenRequests.map(({ name, make, width }) => relation(name, make, width)),
  noise,
  pairs,
  randomSessions,
  { ...again, name: 'the first requests once more' },
]

/** When all others are done: nobody asks for anything meanwhile. */
export const last: readonly Stage[] = [relation('quiet services', quiet, 1)]

/** They do nothing for most of their time. */
const restingAtATime = 100

/** What waits for most of its time. */
export const background: readonly Stage[] = [
  relation('connections at rest', resting, restingAtATime),
  lateRequests,
]

/** All of them; each works by itself, once the first has run. */
export const allStages: readonly Stage[] = [...stages, ...background, ...last]

/** The stage of that name. Throws a `RangeError` for a name that none has. */
export function stageNamed(name: string): Stage {
  const stage = allStages.find((one) => one.name === name)
  if (stage === undefined) throw new RangeError(`There is no stage ${JSON.stringify(name)}.`)
  return stage
}
