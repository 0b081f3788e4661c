/** Grammar of limit: given more than once, or under another name. */
import { reading, refuseLimit } from '../../faults/limits.ts'
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'

const { completed } = faultsOf('grammar of limit')

/** Reads the limit from another parameter where `limit` is not given. */
const called =
  (name: string): Change =>
  ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => decodeLimit(texts.length > 0 ? texts : ask.query.getAll(name), ask),
  })

export const names: readonly Mutant[] = [
  completed(
    'repeated-first',
    'Of two limits the first counts.',
    reading((texts) => texts.slice(0, 1)),
  ),
  completed(
    'repeated-last',
    'Of two limits the last counts.',
    reading((texts) => texts.slice(-1)),
  ),
  completed(
    'repeated-equal',
    'A limit may be given twice when it is the same.',
    reading((texts) => [...new Set(texts)]),
  ),
  completed(
    'repeated-three',
    'A limit may be given three times.',
    reading((texts) => (texts.length === 3 ? texts.slice(0, 1) : texts)),
  ),
  completed(
    'repeated-empty',
    'A second limit that is empty is passed over.',
    reading((texts) => (texts.length > 1 ? texts.filter((value) => value !== '') : texts)),
  ),
  completed(
    'repeated-as-none',
    'Two limits mean none.',
    reading((texts) => (texts.length > 1 ? [] : texts)),
  ),
  completed('array-honoured', 'limit[] is taken for limit.', called('limit[]')),
  completed('array-refused', 'limit[] is refused.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => (ask.query.has('limit[]') ? refuseLimit() : decodeLimit(texts, ask)),
  })),
  completed('capital-honoured', 'Limit is taken for limit.', called('Limit')),
  completed('capitals-honoured', 'LIMIT is taken for limit.', called('LIMIT')),
  completed('unknown-refused', 'A parameter that is not known is refused.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) =>
      [...ask.query.keys()].every((name) => name === 'limit') ? decodeLimit(texts, ask) : refuseLimit(),
  })),
  completed(
    'encoded-name-missed',
    'A percent code in the name of limit is not decoded.',
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) => decodeLimit(/%6c/i.test(ask.request.url ?? '') ? [] : texts, ask),
    }),
  ),
  completed('encoded-digit-refused', 'A digit as its percent code is refused.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) =>
      /limit=%3\d/.test(ask.request.url ?? '') ? refuseLimit() : decodeLimit(texts, ask),
  })),
  completed('only-first-parameter', 'limit is only found as the first parameter.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => decodeLimit([...ask.query.keys()][0] === 'limit' ? texts : [], ask),
  })),
  completed('semicolon-separates', 'A semicolon separates parameters.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) =>
      decodeLimit(/;limit=(\d+)/.exec(ask.request.url ?? '')?.slice(1) ?? texts, ask),
  })),
]
