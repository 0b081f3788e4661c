/** Stages that go through the values of the dimensions. */
import { pipelined, type Wanted } from '@plant-store/raw-http'
import { crossed, eachAlone, type Sorted } from '../dimensions/cover.ts'
import { sortedValues } from '../dimensions/dimensions.ts'
import { type Setting, usualDraft, type Value, type Values } from '../dimensions/draft.ts'
import { widest } from '../../sessions/run/player.ts'
import { kindsOf } from './kinds.ts'
import { forEachSetting, kitOf } from './setting.ts'
import { choosesForm } from './tags.ts'

/** Every value of every dimension, in a request that is otherwise as usual. */
export const values = forEachSetting('every value', async (place) => {
  const { dimensions, toWanted } = sortedValues(place)
  await place.runner.askEach(eachAlone(dimensions), toWanted)
})

/** The dimensions of whole numbers. */
function numbersIn({ operation }: Setting, sorted: readonly Sorted[]): readonly Sorted[] {
  const names = new Set(operation.integers.map(({ name }) => name))
  return sorted.filter(({ dimension }) => names.has(dimension.name))
}

/** All unusual values of the one beside some of the other. */
const beside = (
  ones: readonly Sorted[],
  others: readonly Sorted[],
  some: (of: Sorted) => readonly Value[],
): readonly Values[] =>
  ones.flatMap((one) => others.flatMap((other) => crossed(one.dimension, other.dimension, some(other))))

/** Every caller with every number and every condition; and whatever else may be said where only a part is asked for. */
export const parts = forEachSetting('parts of lists', async (place) => {
  const { runner } = place
  const { sorted, toWanted } = sortedValues(place)
  const named = (name: string): readonly Sorted[] => sorted.filter(({ dimension }) => dimension.name === name)
  const numbers = numbersIn(place, sorted)
  const few = numbers.slice(0, 1)
  const [callers, said] = [named('caller'), named('optional fields')]
  const isPost = ({ apply }: Value): boolean => apply(usualDraft(place.operation)).method === 'POST'
  await runner.askEach(
    [
      ...beside(callers, [...numbers, ...named('condition')], ({ right }) => right),
      // No token, and two refused ones, one of which was good once: all are refused, whatever else is said.
      ...beside(said, named('credential'), ({ wrong }) => wrong.slice(0, 3)),
      ...beside(named('misplaced token'), named('credential'), ({ wrong }) => wrong.slice(0, 1)),
      ...beside(named('condition'), [...named('credential'), ...named('path')], ({ wrong }) =>
        wrong.slice(0, 1),
      ),
      // A request that must be refused is refused whatever its content says.
      ...beside(named('content'), named('method'), ({ dimension }) =>
        dimension.values.filter((value) => isPost(value)),
      ),
      ...beside(named('condition'), few, ({ right }) => right.slice(1, 4)),
    ],
    toWanted,
  )
  // The callers take turns: whatever a request says, the one before it was somebody else's.
  const ofSecond = beside(said, callers, ({ dimension }) => dimension.values.slice(1, 2))
  const inTurns = beside(said, few, ({ right }) => right.slice(1, 2)).flatMap((ofFirst, index) =>
    [ofFirst].concat(ofSecond.slice(index, index + 1)),
  )
  await runner.askEach(inTurns, toWanted, runner.width === widest ? 1 : undefined)
  // Longer and shorter ones in turn: what is read of one request must not reach into the next.
  const kit = kitOf(place)
  const lengths = [12, 2, 21, 1, 120, 12, 3].flatMap((number) => kit.parts(number))
  await runner.run([pipelined(lengths.map((target) => kit.ask({ target })))])
})

const isPlainGet = ({ request: { method, bytes } }: Wanted): boolean =>
  method === 'GET' && bytes === undefined
const asHead = ({ request }: Wanted): Wanted => ({ request: { ...request, method: 'HEAD' } })

/**
 * HEAD is answered as GET is. One request of each kind is sent with both; what other stages have sent with GET, only with
 * HEAD.
 */
export const heads = forEachSetting('HEAD as GET', async (place) => {
  const { runner } = place
  const { dimensions, sorted, toWanted } = sortedValues(place)
  const { budget, seed } = runner.subject
  const share = { quick: 19, standard: 2, deep: 1 }[budget]
  const inPart = numbersIn(place, sorted).flatMap(({ dimension, right }) =>
    right.map((value) => toWanted(new Map([[dimension, value]]))),
  )
  const chosen = eachAlone(dimensions)
    .map((some) => toWanted(some))
    .filter(({ request }, index) => (index + seed) % share === 0 || choosesForm(request))
  const kinds = kindsOf(place).filter((ask) => isPlainGet(ask))
  const sent = [...inPart, ...chosen].filter((ask) => isPlainGet(ask))
  await runner.askAll([...kinds.flatMap((ask) => [ask, asHead(ask)]), ...sent.map((ask) => asHead(ask))])
})
