/** Stages that go through the values of the dimensions. */
import type { SentRequest } from '../exchange.ts'
import { integerParameters } from '../oracle/operation.ts'
import type { Budget } from '../subject.ts'
import { crossed, eachAlone, pairsOfRight, pairsOfWrong, wrongBesideRight } from './cover.ts'
import { type Dimension, usualDraft, type Value } from './draft.ts'
import { kindsOf } from './kinds.ts'
import { choosesForm } from './known-tags.ts'
import { randomOf } from './random.ts'
import type { Stage } from './runner.ts'
import { forEachSetting } from './setting.ts'
import { sortedValues } from './sorted-values.ts'

/** Every value of every dimension, in a request that is otherwise as usual. */
export const values: Stage = {
  name: 'every value',
  run: forEachSetting(async (place) => {
    const { dimensions, toWanted } = sortedValues(place)
    await place.runner.askEach(eachAlone(dimensions), toWanted)
  }),
}

/** Every caller with every number and every condition; and whatever else may be said where only a part is asked for. */
export const parts: Stage = {
  name: 'parts of lists',
  run: forEachSetting(async (place) => {
    const { dimensions, sorted, toWanted } = sortedValues(place)
    const [callers] = dimensions
    const names = new Set(integerParameters(place.operation).map(({ name }) => name))
    const all = sorted
      .filter(({ dimension: { name } }) => names.has(name) || name === 'condition')
      .flatMap(({ dimension, right }) => (callers === undefined ? [] : crossed(callers, dimension, right)))
    const few = sorted.find(({ dimension: { name } }) => names.has(name))
    // No token, and two refused ones, one of which was good once: all are refused, whatever else is said.
    const refused = sorted.find(({ dimension: { name } }) => name === 'credential')
    const beside = [
      { dimension: few?.dimension, values: few?.right.slice(1, 2) },
      { dimension: callers, values: callers?.values.slice(1, 2) },
      { dimension: refused?.dimension, values: refused?.wrong.slice(0, 3) },
    ]
    const said = dimensions
      .filter(({ name }) => name === 'optional fields')
      .flatMap((fields) =>
        beside.flatMap(({ dimension, values: own }) => (dimension ? crossed(fields, dimension, own) : [])),
      )
    // A request that must be refused is refused whatever its content says.
    const usual = usualDraft(place.operation)
    const isPost = ({ apply }: Value): boolean => apply(usual).method === 'POST'
    const posting = dimensions.find(({ name }) => name === 'method')
    const posted = dimensions
      .filter(({ name }) => name === 'content')
      .flatMap((content) =>
        posting === undefined ? [] : crossed(content, posting, posting.values.filter(isPost)),
      )
    const known = dimensions
      .filter(({ name }) => name === 'condition')
      .flatMap((condition) =>
        few === undefined ? [] : crossed(condition, few.dimension, few.right.slice(1, 4)),
      )
    await place.runner.askEach([...all, ...said, ...posted, ...known], toWanted)
  }),
}

/**
 * How much each budget tries: the options of `wrongBesideRight`; values of a dimension in the array; random sessions.
 */
const breadth: Readonly<
  Record<Budget, { first: number; each: number; share: number; right: number; random: number }>
> = {
  quick: { first: 24, each: 1, share: 3, right: 10, random: 30 },
  standard: { first: Infinity, each: 3, share: 1, right: 31, random: 200 },
  deep: { first: Infinity, each: 4, share: 1, right: 61, random: 20_000 },
}

/** This many sessions are made, played and released together. */
const randomAtATime = 500

/** A wrong value is refused beside any right ones; a right value succeeds beside any other right ones. */
export const pairs: Stage = {
  name: 'pairs of values',
  run: forEachSetting(async (place) => {
    const { runner } = place
    const { budget, seed } = runner.subject
    const { sorted, toWanted } = sortedValues(place)
    const { right, ...beside } = breadth[budget]
    const ruleOf = (dimension: Dimension, value: Value): string =>
      runner.oracle.analyse(toWanted(new Map([[dimension, value]])).request).faults[0]?.rule ?? ''
    const all = [
      ...pairsOfWrong(sorted, ruleOf),
      ...wrongBesideRight(sorted, beside, seed),
      ...pairsOfRight(sorted, right, seed),
    ]
    await runner.askEach(all, toWanted)
  }),
}

/** Requests are sent with GET and with HEAD: the two answers must agree. */
export const heads: Stage = {
  name: 'HEAD as GET',
  run: forEachSetting(async (place) => {
    const { runner } = place
    const { dimensions, sorted, toWanted } = sortedValues(place)
    const { budget, seed } = runner.subject
    const share = { quick: 19, standard: 2, deep: 1 }[budget]
    const all = eachAlone(dimensions).map((some) => toWanted(some).request)
    const names = new Set(integerParameters(place.operation).map(({ name }) => name))
    const inPart = sorted
      .filter(({ dimension: { name } }) => names.has(name))
      .flatMap(({ dimension, right }) =>
        right.map((value) => toWanted(new Map([[dimension, value]])).request),
      )
    const chosen = [
      ...inPart,
      ...kindsOf(runner, place.operation).map(({ request }) => request),
      ...all.filter((request, index) => (index + seed) % share === 0 || choosesForm(request)),
    ].filter(({ method, octets }) => method === 'GET' && octets === undefined)
    await runner.askAll(chosen.flatMap((request) => [{ request }, { request: withHead(request) }]))
  }),
}

/** Random sessions: requests of all kinds on a few connections, in turn, pipelined, side by side. */
export const randomSessions: Stage = {
  name: 'random sessions',
  run: forEachSetting(async (place) => {
    const { random } = breadth[place.runner.subject.budget]
    for (let from = 0; from < random; from += randomAtATime) {
      await place.runner.run(randomOf(place, Math.min(randomAtATime, random - from), from))
    }
  }),
}

const withHead = (request: SentRequest): SentRequest => ({ ...request, method: 'HEAD' })
