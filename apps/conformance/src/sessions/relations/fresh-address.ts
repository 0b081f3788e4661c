/** The first request to an address, whatever its kind, causes no wrong answer for the next caller who asks there. */
import { inTurn, type Session } from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import type { Setting } from '../draft.ts'
import { kindsOf } from '../kinds.ts'
import { atWorkMs } from './leave.ts'
import { wordsOfOthers } from './others-words.ts'

/** Each kind is sent to a fresh address, or abandoned there; then callers ask there, and a client without a token. */
export function freshAddresses({ runner, operation }: Setting): readonly Session[] {
  if (runner.subject.only === 'given') return []
  const plain = [...runner.callers.slice(0, 3).map(({ mark }) => mark), undefined].map((token) =>
    runner.write('GET', operation.path, { token }),
  )
  const coded = ['gzip, deflate, br, zstd', 'gzip', 'br'].map((codings) => ({
    request: runner.write('GET', operation.path, {
      token: runner.callers[0]?.mark,
      fields: [['Accept-Encoding', codings]],
    }),
  }))
  const kinds = [...kindsOf(runner, operation), ...coded].filter(
    ({ request }) => request.octets === undefined,
  )
  const fresh = kinds.flatMap(({ request }, index): readonly Session[] => {
    const at = (one: SentRequest, name: string): SentRequest => ({
      ...one,
      target: `${one.target}${one.target.includes('?') ? '&' : '?'}first=${name}-${index}`,
    })
    const then = ({ target }: SentRequest): Session =>
      inTurn(plain.map((one) => runner.brief({ request: { ...one, target } })))
    const first = at(request, 'first')
    const left = at(request, 'left')
    return [
      [{ ask: { request: first } }, ...then(first)],
      [
        {
          abandon: left,
          octets: runner.octetsOf(left).length,
          by: 'reset',
          ...(index % 2 === 1 && { afterMs: atWorkMs }),
        },
        ...then(left),
      ],
    ]
  })
  return [...wordsOfOthers({ runner, operation }), ...fresh]
}
