/** Stages that go through the values of the dimensions. */
import { pipelined, type Wanted } from '@plant-store/raw-http'
import { integerParameters } from '../contract/operations.ts'
import type { Budget } from '../subject.ts'
import { crossed, eachAlone, pairsOfRight, pairsOfWrong, type Sorted, wrongBesideRight } from './cover.ts'
import { type Dimension, type Setting, usualDraft, type Value } from './draft.ts'
import { kindsOf } from './kinds.ts'
import { choosesForm } from './known-tags.ts'
import { randomOf } from './random.ts'
import type { Stage } from './runner.ts'
import { forEachSetting } from './setting.ts'
import { sortedValues } from './sorted-values.ts'

/** Every value of every dimension, in a request that is otherwise as usual. */
export const values = forEachSetting('every value', async (place) => {
  const { dimensions, toWanted } = sortedValues(place)
  await place.runner.askEach(eachAlone(dimensions), toWanted)
})

/** The dimensions of whole numbers. */
function numbersIn({ operation }: Setting, sorted: readonly Sorted[]): readonly Sorted[] {
  const names = new Set(integerParameters(operation).map(({ name }) => name))
  return sorted.filter(({ dimension }) => names.has(dimension.name))
}

/** Every caller with every number and every condition; and whatever else may be said where only a part is asked for. */
export const parts = forEachSetting('parts of lists', async (place) => {
  const { sorted, toWanted } = sortedValues(place)
  const named = (name: string): readonly Sorted[] => sorted.filter(({ dimension }) => dimension.name === name)
  const numbers = numbersIn(place, sorted)
  const few = numbers.slice(0, 1)
  const all = named('caller').flatMap(({ dimension: callers }) =>
    [...numbers, ...named('condition')].flatMap(({ dimension, right: own }) =>
      crossed(callers, [{ dimension, own }]),
    ),
  )
  const beside = [
    ...few.map(({ dimension, right }) => ({ dimension, own: right.slice(1, 2) })),
    ...named('caller').map(({ dimension }) => ({ dimension, own: dimension.values.slice(1, 2) })),
  ]
  // No token, and two refused ones, one of which was good once: all are refused, whatever else is said.
  const refused = named('credential').map(({ dimension, wrong }) => ({ dimension, own: wrong.slice(0, 3) }))
  const said = named('optional fields').flatMap(({ dimension: fields }) => crossed(fields, refused))
  // The callers take turns: whatever a request says, the one before it was somebody else's.
  const inTurns = named('optional fields').flatMap(({ dimension: fields }) => crossed(fields, beside))
  // A request that must be refused is refused whatever its content says.
  const usual = usualDraft(place.operation)
  const isPost = ({ apply }: Value): boolean => apply(usual).method === 'POST'
  const posted = named('content').flatMap(({ dimension: content }) =>
    named('method').flatMap(({ dimension }) =>
      crossed(content, [{ dimension, own: dimension.values.filter(isPost) }]),
    ),
  )
  const known = named('condition').flatMap(({ dimension: condition }) =>
    few.flatMap(({ dimension, right }) => crossed(condition, [{ dimension, own: right.slice(1, 4) }])),
  )
  await place.runner.askEach([...all, ...said, ...posted, ...known], toWanted)
  await place.runner.askInOrder(inTurns, toWanted)
  await place.runner.run([pipelined(someParts(place))])
})

/** Parts of one list, longer and shorter ones in turn: what is read of one request must not reach into the next. */
const someParts = ({ runner, operation }: Setting): readonly Wanted[] =>
  integerParameters(operation).flatMap(({ name }) =>
    [12, 2, 21, 1, 120, 12, 3].map((number) => ({
      request: runner.write('GET', `${operation.path}?${name}=${number}`, { token: runner.callers[0]?.mark }),
    })),
  )

/**
 * How much each budget tries: the options of `wrongBesideRight`; values of a dimension in the array; random sessions.
 */
const breadth: Readonly<
  Record<Budget, { first: number; each: number; share: number; right: number; random: number }>
> = {
  quick: { first: 24, each: 1, share: 3, right: 10, random: 30 },
  standard: { first: Infinity, each: 3, share: 1, right: 31, random: 200 },
  deep: { first: Infinity, each: 4, share: 1, right: 61, random: Infinity },
}

/** This many sessions are made, played and released together. */
const randomAtATime = 500

/** Random sessions end when this share of the check's time is left: it is enough for what comes after them. */
const shareBehindRandom = 0.02

/** A wrong value is refused beside any right ones; a right value succeeds beside any other right ones. */
export const pairs = forEachSetting('pairs of values', async (place) => {
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
})

/**
 * HEAD is answered as GET is. One request of each kind is sent with both; what other stages have sent with GET, only with
 * HEAD.
 */
export const heads = forEachSetting('HEAD as GET', async (place) => {
  const { runner, operation } = place
  const { dimensions, sorted, toWanted } = sortedValues(place)
  const { budget, seed } = runner.subject
  const share = { quick: 19, standard: 2, deep: 1 }[budget]
  const inPart = numbersIn(place, sorted).flatMap(({ dimension, right }) =>
    right.map((value) => toWanted(new Map([[dimension, value]]))),
  )
  const chosen = eachAlone(dimensions)
    .map((some) => toWanted(some))
    .filter(({ request }, index) => (index + seed) % share === 0 || choosesForm(request))
  const kinds = kindsOf(runner, operation).filter((ask) => isPlainGet(ask))
  const sent = [...inPart, ...chosen].filter((ask) => isPlainGet(ask))
  await runner.askAll([...kinds.flatMap((ask) => [ask, asHead(ask)]), ...sent.map((ask) => asHead(ask))])
})

const isPlainGet = ({ request: { method, octets } }: Wanted): boolean =>
  method === 'GET' && octets === undefined
const asHead = ({ request }: Wanted): Wanted => ({ request: { ...request, method: 'HEAD' } })

/** Random sessions: requests of all kinds on a few connections, in turn, pipelined, side by side. */
export const randomSessions: Stage = {
  name: 'random sessions',
  run: async (runner) => {
    const { random } = breadth[runner.subject.budget]
    for (let from = 0; from < random; from += randomAtATime) {
      const before = runner.timeLeft
      for (const operation of runner.knowledge.operations) {
        await runner.run(randomOf({ runner, operation }, Math.min(randomAtATime, random - from), from))
      }
      // The next ones take as long as these did.
      const left = runner.timeLeft
      if (left - (before - left) < shareBehindRandom) return
    }
  },
}
