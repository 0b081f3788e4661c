/** Grammar of limit: queries that are taken apart in another way. */
import { type Change, faultsOf, type Mutant } from '../../mutant.ts'

const { completed } = faultsOf('grammar of limit')

/** Reads limits from the text of the target. */
const fromTarget =
  (pattern: RegExp): Change =>
  ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => decodeLimit(pattern.exec(ask.request.url ?? '')?.slice(1) ?? texts, ask),
  })

export const queries: readonly Mutant[] = [
  completed(
    'second-question-mark',
    'A second question mark does not belong to the name.',
    fromTarget(/\?\?limit=([^&]*)/),
  ),
  completed(
    'name-trimmed-space',
    'Space around the name of a parameter does not matter.',
    fromTarget(/[?&](?:\+|%20)*limit(?:\+|%20)+=([^&]*)/),
  ),
  completed('value-cut-at-code', 'A value ends at its first percent code.', fromTarget(/[?&]limit=(\d+)%/)),
  completed('equals-many', 'Several signs of equality count as one.', fromTarget(/[?&]limit==+([^&]*)/)),
  completed('entity-ampersand', '&amp; separates parameters.', fromTarget(/&amp;limit=(\d+)/)),
  completed('content-honoured', 'A limit in the content counts.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) =>
      decodeLimit(
        texts.length === 0 && Number(ask.request.headers['content-length'] ?? 0) > 0 ? ['3'] : texts,
        ask,
      ),
  })),
  completed(
    'code-of-name-once',
    'A limit whose name has a percent code is not counted as the second.',
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        decodeLimit(ask.request.url?.includes('%') === true ? texts.slice(0, 1) : texts, ask),
    }),
  ),
  completed('far-behind', 'A limit behind a hundred other parameters is not found.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => decodeLimit(ask.query.size > 100 ? [] : texts, ask),
  })),
]
