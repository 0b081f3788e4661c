/** Variants that keep the given contract alone, and read limits or write lists otherwise than the completed one. */
import { send, wholeList } from '../../demonstration.ts'
import { errors, plants } from '../../faults/bodies.ts'
import { accepting, cutting, limited, reading, refuseLimit, refusingLimit } from '../../faults/limits.ts'
import { both, sending } from '../../faults/replies.ts'
import { givenVariant, type Variant } from '../../mutant.ts'
import { status } from '../../when.ts'

/** None of the headers that the completed contract asks for. */
export const plain = both(
  sending('ETag', undefined),
  both(
    sending('Vary', undefined),
    both(sending('Cache-Control', undefined), sending('X-Request-Id', undefined)),
  ),
)

/** Reads what most libraries read. */
export const lenient = accepting(/^[ +]?0*\d{1,9}(?:\.0+|e0)?[ ]?$/)

const limits: readonly Variant[] = [
  givenVariant(
    'given-spellings',
    'A limit may have a plus, spaces, leading zeros and a fraction of zero.',
    limited('%2B5'),
    lenient,
  ),
  givenVariant('given-minus-as-none', 'A limit below zero means none.', limited('-1'), accepting(/^-\d+$/)),
  givenVariant(
    'given-zero-refused',
    'A limit of zero is refused.',
    limited(0),
    refusingLimit((value) => value === 0),
  ),
  givenVariant(
    'given-capped',
    'No limit gives more than ten plants.',
    limited(20),
    cutting((found, n) => (n === undefined ? found : found.slice(0, Math.min(n, 10)))),
  ),
  givenVariant(
    'given-large',
    'Limits above 32 bits are accepted.',
    limited('9999999999'),
    accepting(/^[1-9]\d{9,}$/),
  ),
  givenVariant(
    'given-first-limit',
    'Of two limits the first counts.',
    send('GET /plants?limit=3&limit=4'),
    reading((texts) => texts.slice(0, 1)),
  ),
  givenVariant(
    'given-empty-limit',
    'An empty limit means none.',
    limited(''),
    accepting(/^$/, () => Number.NaN),
  ),
  givenVariant(
    'given-unknown-refused',
    'A parameter that is not known is refused.',
    send('GET /plants?other=1'),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) => (ask.query.has('other') ? refuseLimit() : decodeLimit(texts, ask)),
    }),
  ),
]

const lists: readonly Variant[] = [
  givenVariant(
    'given-order',
    'Plants come by name.',
    wholeList,
    cutting((found, n) => found.toSorted((one, other) => (one.name < other.name ? -1 : 1)).slice(0, n)),
  ),
  givenVariant(
    'given-last-ones',
    'With a limit the last plants come.',
    limited(3),
    cutting((found, n) => (n === undefined ? found : found.slice(Math.max(0, found.length - n)))),
  ),
  givenVariant(
    'given-extra-members',
    'Plants show an id, and errors a time.',
    wholeList,
    both(
      plants((plant) => ({ id: 7, ...plant })),
      errors((body) => ({ ...body, timestamp: '2024-05-01T00:00:00Z' })),
    ),
  ),
  givenVariant('given-no-headers', 'No ETag, Vary, Cache-Control or X-Request-Id is sent.', wholeList, plain),
  givenVariant(
    'given-cache-directives',
    'A list may be kept for a minute by the client.',
    wholeList,
    sending('Cache-Control', 'private, max-age=60, must-revalidate', status(200, 304)),
  ),
  givenVariant(
    'given-deaf',
    'If-None-Match is not heard.',
    send('GET /plants', { fields: ['If-None-Match: *'] }),
    () => ({ isCurrent: () => false }),
  ),
]

export const givenAnswers: readonly Variant[] = [...limits, ...lists]
