/** Stages that go through the values of the dimensions. */
import { pipelined, type Wanted } from '@plant-store/raw-http'
import { limitedTo } from '../contract.ts'
import { crossed, eachAlone, type Sorted } from '../dimensions/cover.ts'
import { sortedValues } from '../dimensions/dimensions.ts'
import { usualDraft, type Value, type Values } from '../dimensions/draft.ts'
import { widest } from '../../src/sessions/run/player.ts'
import { kindsOf } from './kinds.ts'
import { stage } from './setting.ts'
import { choosesForm } from './tags.ts'

/** Every value of every dimension, in a request that is otherwise as usual. */
export const values = stage('every value', async (runner) => {
  const { dimensions, toWanted } = sortedValues(runner)
  await runner.askEach(eachAlone(dimensions), toWanted)
})

/** All unusual values of the one beside some of the other. */
const beside = (
  ones: readonly Sorted[],
  others: readonly Sorted[],
  some: (of: Sorted) => readonly Value[],
): readonly Values[] =>
  ones.flatMap((one) => others.flatMap((other) => crossed(one.dimension, other.dimension, some(other))))

const isPost = ({ apply }: Value): boolean => apply(usualDraft).method === 'POST'

/** Every caller with every number and every condition; and whatever else may be said where only a part is asked for. */
export const parts = stage('parts of lists', async (runner) => {
  const { sorted, toWanted } = sortedValues(runner)
  const named = (name: string): readonly Sorted[] => sorted.filter(({ dimension }) => dimension.name === name)
  const [callers, said, limits] = [named('caller'), named('optional fields'), named('limit')]
  await runner.askEach(
    [
      ...beside(callers, [...limits, ...named('condition')], ({ right }) => right),
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
      ...beside(named('condition'), limits, ({ right }) => right.slice(1, 4)),
    ],
    toWanted,
  )
  // The callers take turns: whatever a request says, the one before it was somebody else's.
  const ofSecond = beside(said, callers, ({ dimension }) => dimension.values.slice(1, 2))
  const inTurns = beside(said, limits, ({ right }) => right.slice(1, 2)).flatMap((ofFirst, index) =>
    [ofFirst].concat(ofSecond.slice(index, index + 1)),
  )
  await runner.askEach(inTurns, toWanted, runner.width === widest ? 1 : undefined)
  // Longer and shorter ones in turn: what is read of one request must not reach into the next.
  const lengths = [12, 2, 21, 1, 120, 12, 3].map((limit) => runner.ask({ target: limitedTo(limit) }))
  await runner.run([pipelined(lengths)])
})

const isPlainGet = ({ request: { method, bytes } }: Wanted): boolean =>
  method === 'GET' && bytes === undefined
const asHead = ({ request }: Wanted): Wanted => ({ request: { ...request, method: 'HEAD' } })

/**
 * HEAD is answered as GET is. One request of each kind is sent with both; what other stages have sent with GET, only with
 * HEAD.
 */
export const heads = stage('HEAD as GET', async (runner) => {
  const { dimensions, sorted, toWanted } = sortedValues(runner)
  const { budget, seed } = runner.subject
  const share = { quick: 19, standard: 2, deep: 1 }[budget]
  const inPart = sorted
    .filter(({ dimension }) => dimension.name === 'limit')
    .flatMap(({ dimension, right }) => right.map((value) => toWanted(new Map([[dimension, value]]))))
  const chosen = eachAlone(dimensions)
    .map((some) => toWanted(some))
    .filter(({ request }, index) => (index + seed) % share === 0 || choosesForm(request))
  const kinds = kindsOf(runner).filter((ask) => isPlainGet(ask))
  const sent = [...inPart, ...chosen].filter((ask) => isPlainGet(ask))
  await runner.askAll([...kinds.flatMap((ask) => [ask, asHead(ask)]), ...sent.map((ask) => asHead(ask))])
})
