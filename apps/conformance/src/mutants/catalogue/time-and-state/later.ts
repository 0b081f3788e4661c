/** Time and state: wrong after a while, or now and then. */
import { inTurn, times, wholeList, wrongLimit } from '../../demonstration.ts'
import { lists } from '../../faults/bodies.ts'
import { failing, sending } from '../../faults/replies.ts'
import { finding } from '../../faults/seeing.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { after, every, status, type When, when } from '../../when.ts'

const { given, completed } = faultsOf('time and state')

const shorter = (condition: When): Change => finding((found) => found.slice(0, -1), condition)

export const later: readonly Mutant[] = [
  given(
    'fails-after-20',
    'After twenty requests every list fails.',
    inTurn(...times(21, wholeList)),
    failing(500, after(20)),
  ),
  given(
    'fails-after-60',
    'After sixty requests every list fails.',
    inTurn(...times(61, wholeList)),
    failing(500, after(60)),
  ),
  given(
    'fails-first',
    'The first request of all fails.',
    wholeList,
    failing(500, (ask) => ask?.number === 1),
  ),
  completed(
    'empty-first',
    'The first list of all is empty.',
    wholeList,
    finding(
      () => [],
      (ask) => ask?.number === 1,
    ),
  ),
  completed('empty-first-of-each', 'The first list of each caller is empty.', wholeList, emptyAtFirst),
  given(
    'empty-after-40',
    'After forty requests every list is empty.',
    inTurn(...times(41, wholeList)),
    finding(() => [], after(40)),
  ),
  given(
    'shorter-after-50',
    'After fifty requests lists miss their last plant.',
    inTurn(...times(51, wholeList)),
    shorter(after(50)),
  ),
  completed(
    'accepts-after-40',
    'After forty requests any limit is accepted.',
    inTurn(...times(41, wrongLimit)),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) => (ask.number > 40 ? undefined : decodeLimit(texts, ask)),
    }),
  ),
  completed(
    'untyped-after-30',
    'After thirty requests refusals have no Content-Type.',
    inTurn(...times(31, wrongLimit)),
    sending('Content-Type', undefined, when(status(400), after(30))),
  ),
  given('fails-every-7', 'Every seventh list fails.', inTurn(...times(7, wholeList)), failing(500, every(7))),
  given(
    'fails-every-29',
    'Every twenty-ninth list fails.',
    inTurn(...times(29, wholeList)),
    failing(500, every(29)),
  ),
  given(
    'shorter-every-17',
    'Every seventeenth list misses its last plant.',
    inTurn(...times(17, wholeList)),
    shorter(every(17)),
  ),
  given(
    'others-every-23',
    "Every twenty-third list is somebody else's.",
    inTurn(...times(23, wholeList)),
    finding(
      (_found, _a, all) =>
        all
          .filter(({ seenBy }) => seenBy.includes('ben'))
          .map(({ name, tag }) => (tag === undefined ? { name } : { name, tag })),
      every(23),
    ),
  ),
  given(
    'broken-json-every-11',
    'Every eleventh list is no JSON.',
    inTurn(...times(11, wholeList)),
    lists((text) => text.replace('[', ''), every(11)),
  ),
]

/** As where what a caller may see is loaded behind the first answer. */
function emptyAtFirst({ findPlants }: Steps): Partial<Steps> {
  const known = new Set<unknown>()
  return {
    findPlants: (caller, ask) => {
      const isKnown = known.has(caller)
      known.add(caller)
      return isKnown ? findPlants(caller, ask) : Promise.resolve([])
    },
  }
}
