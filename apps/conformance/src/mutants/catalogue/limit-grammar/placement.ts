/** Grammar of limit: looked for in other places, or asked for too much. */
import { refuseLimit } from '../../faults/limits.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('grammar of limit')

export const placement: readonly Mutant[] = [
  given('limit-required', 'Without a limit the request is refused.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => (texts.length === 0 ? refuseLimit() : decodeLimit(texts, ask)),
  })),
  completed('limit-in-header', 'The header X-Limit is taken for limit.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) =>
      decodeLimit(texts.length === 0 ? [ask.request.headers['x-limit'] ?? []].flat() : texts, ask),
  })),
  completed('limit-by-range', 'A range of plants is sent to who asks for one.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) =>
      decodeLimit(texts.length === 0 && ask.request.headers.range !== undefined ? ['3'] : texts, ask),
  })),
  completed('head-takes-any', 'HEAD is not refused for a wrong limit.', ({ decodeLimit }) => ({
    decodeLimit: (texts, ask) => (ask.method === 'HEAD' ? undefined : decodeLimit(texts, ask)),
  })),
  completed(
    'once-only',
    'Behind a right limit on the same connection a wrong one means none.',
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        ask.onConnection > 1 && texts[0] === 'x' ? undefined : decodeLimit(texts, ask),
    }),
  ),
]
