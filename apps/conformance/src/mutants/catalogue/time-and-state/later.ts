/** Time and state: wrong after a while, or now and then. */
import { lists } from '../../faults/bodies.ts'
import { failing, sending } from '../../faults/replies.ts'
import { finding } from '../../faults/seeing.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'
import type { Steps } from '../../reference.ts'
import { after, every, status, type When, when } from '../../when.ts'

const { given, completed } = faultsOf('time and state')

const shorter = (condition: When): Change => finding((found) => found.slice(0, -1), condition)

export const later: readonly Mutant[] = [
  given('fails-after-20', 'After twenty requests every list fails.', failing(500, after(20))),
  given('fails-after-60', 'After sixty requests every list fails.', failing(500, after(60))),
  given(
    'fails-first',
    'The first request of all fails.',
    failing(500, (ask) => ask?.number === 1),
  ),
  completed(
    'empty-first',
    'The first list of all is empty.',
    finding(
      () => [],
      (ask) => ask?.number === 1,
    ),
  ),
  completed('empty-first-of-each', 'The first list of each caller is empty.', emptyAtFirst),
  given(
    'empty-after-40',
    'After forty requests every list is empty.',
    finding(() => [], after(40)),
  ),
  given('shorter-after-50', 'After fifty requests lists miss their last plant.', shorter(after(50))),
  completed('accepts-after-40', 'After forty requests any limit is accepted.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => (ask.number > 40 ? undefined : decodeLimit(texts, ask)),
  })),
  completed(
    'untyped-after-30',
    'After thirty requests refusals have no Content-Type.',
    sending('Content-Type', undefined, when(status(400), after(30))),
  ),
  given('fails-every-7', 'Every seventh list fails.', failing(500, every(7))),
  given('fails-every-29', 'Every twenty-ninth list fails.', failing(500, every(29))),
  given('shorter-every-17', 'Every seventeenth list misses its last plant.', shorter(every(17))),
  given(
    'others-every-23',
    "Every twenty-third list is somebody else's.",
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
