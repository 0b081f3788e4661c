/** Grammar of limit: looked for in other places, or asked for too much. */
import { send, type Demonstration, inTurn } from '../../demonstration.ts'
import { limited, refuseLimit } from '../../faults/limits.ts'
import { faultsOf, type Mutant } from '../../mutant.ts'

const { given, completed } = faultsOf('grammar of limit')

export const placement: readonly Mutant[] = [
  given(
    'limit-required',
    'Without a limit the request is refused.',
    send('GET /plants'),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) => (texts.length === 0 ? refuseLimit() : decodeLimit(texts, ask)),
    }),
  ),
  completed(
    'limit-in-header',
    'The header X-Limit is taken for limit.',
    send('GET /plants', { fields: ['X-Limit: 3'] }),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        decodeLimit(texts.length === 0 ? [ask.request.headers['x-limit'] ?? []].flat() : texts, ask),
    }),
  ),
  completed(
    'limit-by-range',
    'A range of plants is sent to who asks for one.',
    send('GET /plants', { fields: ['Range: plants=0-2'] }),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        decodeLimit(texts.length === 0 && ask.request.headers.range !== undefined ? ['3'] : texts, ask),
    }),
  ),
  completed(
    'head-takes-any',
    'HEAD is not refused for a wrong limit.',
    send('HEAD /plants?limit=x'),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) => (ask.method === 'HEAD' ? undefined : decodeLimit(texts, ask)),
    }),
  ),
  completed(
    'once-only',
    'Behind a right limit on the same connection a wrong one means none.',
    reusingLimits(),
    ({ decodeLimit }) => ({
      decodeLimit: (texts, ask) =>
        ask.onConnection > 1 && texts[0] === 'x' ? undefined : decodeLimit(texts, ask),
    }),
  ),
]

function reusingLimits(): Demonstration {
  return { ...inTurn(limited('3'), limited('x')), how: 'on one connection' }
}
