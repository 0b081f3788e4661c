/** Grammar of limit: given more than once, or under another name. */
import { send } from '../../demonstration.ts'
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
    send('GET /plants?limit=3&limit=4'),
    reading((texts) => texts.slice(0, 1)),
  ),
  completed(
    'repeated-last',
    'Of two limits the last counts.',
    send('GET /plants?limit=3&limit=4'),
    reading((texts) => texts.slice(-1)),
  ),
  completed(
    'repeated-equal',
    'A limit may be given twice when it is the same.',
    send('GET /plants?limit=3&limit=3'),
    reading((texts) => [...new Set(texts)]),
  ),
  completed(
    'repeated-three',
    'A limit may be given three times.',
    send('GET /plants?limit=3&limit=3&limit=3'),
    reading((texts) => (texts.length === 3 ? texts.slice(0, 1) : texts)),
  ),
  completed(
    'repeated-empty',
    'A second limit that is empty is passed over.',
    send('GET /plants?limit=3&limit='),
    reading((texts) => (texts.length > 1 ? texts.filter((value) => value !== '') : texts)),
  ),
  completed(
    'repeated-as-none',
    'Two limits mean none.',
    send('GET /plants?limit=3&limit=3'),
    reading((texts) => (texts.length > 1 ? [] : texts)),
  ),
  completed(
    'array-honoured',
    'limit[] is taken for limit.',
    send('GET /plants?limit[]=5'),
    called('limit[]'),
  ),
  completed('array-refused', 'limit[] is refused.', send('GET /plants?limit[]=5'), ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => (ask.query.has('limit[]') ? refuseLimit() : decodeLimit(texts, ask)),
  })),
  completed('capital-honoured', 'Limit is taken for limit.', send('GET /plants?Limit=5'), called('Limit')),
  completed('capitals-honoured', 'LIMIT is taken for limit.', send('GET /plants?LIMIT=5'), called('LIMIT')),
  completed(
    'unknown-refused',
    'A parameter that is not known is refused.',
    send('GET /plants?other=1'),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        [...ask.query.keys()].every((name) => name === 'limit') ? decodeLimit(texts, ask) : refuseLimit(),
    }),
  ),
  completed(
    'encoded-name-missed',
    'A percent code in the name of limit is not decoded.',
    send('GET /plants?%6cimit=3'),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) => decodeLimit(/%6c/i.test(ask.request.url ?? '') ? [] : texts, ask),
    }),
  ),
  completed(
    'encoded-digit-refused',
    'A digit as its percent code is refused.',
    send('GET /plants?limit=%33'),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        /limit=%3\d/.test(ask.request.url ?? '') ? refuseLimit() : decodeLimit(texts, ask),
    }),
  ),
  completed(
    'only-first-parameter',
    'limit is only found as the first parameter.',
    send('GET /plants?other=1&limit=3'),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) => decodeLimit([...ask.query.keys()][0] === 'limit' ? texts : [], ask),
    }),
  ),
  completed(
    'semicolon-separates',
    'A semicolon separates parameters.',
    send('GET /plants?other=1;limit=3'),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        decodeLimit(/;limit=(\d+)/.exec(ask.request.url ?? '')?.slice(1) ?? texts, ask),
    }),
  ),
]
