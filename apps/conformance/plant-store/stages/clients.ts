/** What clients do besides sending a request, and how that request arrives, changes nothing about its response. */
import {
  alone,
  asOfHttp10,
  atOnce,
  inTurn,
  type Session,
  toText,
  type Wanted,
  withQuery,
} from '@plant-store/raw-http'
import type { SentRequest } from '../../src/exchange.ts'
import { limitedTo, listPlants } from '../contract.ts'
import { wordOf } from '../../src/sessions/relations/relation.ts'
import { kindsOf, nobody } from './kinds.ts'
import { atWorkMs } from '../../src/sessions/of-kinds.ts'
import type { Runner } from '../runner.ts'

const { path } = listPlants

/** Each kind is sent to a fresh address, or abandoned there; then callers ask there, and a client without a token. */
export function freshAddresses(runner: Runner): readonly Session[] {
  const { tokens, ask } = runner
  const coded = ['gzip, deflate, br, zstd', 'gzip', 'br'].map((codings) =>
    ask({ fields: [['Accept-Encoding', codings]] }),
  )
  const kinds = [...kindsOf(runner), ...coded].filter(({ request }) => request.bytes === undefined)
  const then = (target: string): Session =>
    inTurn([...tokens.slice(0, 3), undefined].map((token) => ask({ token, target })))
  const fresh = kinds.flatMap(({ request }, index): readonly Session[] => {
    const at = (name: string): SentRequest => ({
      ...request,
      target: withQuery(request.target, [`first=${name}-${index}`]),
    })
    const [first, left] = [at('first'), at('left')]
    const { length: bytes } = runner.bytesOf(left)
    const afterMs = index % 2 === 1 ? { afterMs: atWorkMs } : {}
    return [
      [{ ask: { request: first } }, ...then(first.target)],
      [{ abandon: left, bytes, by: 'reset', ...afterMs }, ...then(left.target)],
    ]
  })
  return [...wordsOfOthers(runner), ...fresh]
}

/** Wrong requests of two callers, in turn and once more at the same time, each with a word that no other contains. */
function wordsOfOthers(runner: Runner): readonly Session[] {
  const { tokens, ask } = runner
  const asks = [`${path}-`, limitedTo('')].flatMap((target, kind) =>
    [0, 1, 2, 3].map((turn) => ask({ token: tokens[turn % 2], target: target + wordOf(kind * 10 + turn) })),
  )
  const spoken = runner.spokenOf(asks)
  return [inTurn(spoken), atOnce(spoken)]
}

/** Sizes beyond what services read at once, and beyond what they accept. */
const sizes: readonly number[] = [12_000, 70_000]

/**
 * Content that nobody needs is read, or the connection ends: what follows is the next request. Much content with a
 * request of each refusal; and content that is announced, but sent without waiting for 100.
 */
export function behindContent({ ask }: Runner): readonly Session[] {
  const much = sizes.flatMap((size) => {
    const body = `GET ${path}-x HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(Math.ceil(size / 40))
    return [
      ask({ token: undefined, body }),
      ask({ token: nobody, body }),
      ask({ target: `${path}-x`, body }),
      ask({ method: 'POST', body }),
    ]
  })
  const eager = ['GET', 'POST']
    .map((method) => ask({ method, fields: [['Expect', '100-continue']], body: 'limit=1' }))
    .map(({ request }) => ({ request: { ...request, bytes: toText(request) } }))
  return [...much, ...eager].map((one) => inTurn([one, ask(), ask()]))
}

/** The request as one of HTTP/1.0. */
export const old = ({ request }: Wanted): Wanted => ({ request: asOfHttp10(request) })

/** HTTP/1.0 clients: the connection ends after the response, or is kept where they ask for that (RFC 9112, 9.3). */
export function oldClients({ tokens, ask, secrets }: Runner): readonly Session[] {
  const refused = [nobody, ...secrets.refused.slice(0, 2).map(({ mark }) => mark)]
  const some = tokens.slice(0, 3)
  const mixed = refused.flatMap((other) => some.slice(0, 1).concat(other))
  const kept = [...some, ...mixed, ...some, undefined].flatMap((token) =>
    [path, limitedTo(2)].flatMap((target) =>
      ['GET', 'HEAD'].map((method) =>
        old(ask({ token, target, method, fields: [['Connection', 'keep-alive']] })),
      ),
    ),
  )
  return [
    ...[tokens[0], undefined].map((token) => alone(old(ask({ token })), { seenToEnd: true })),
    inTurn(kept),
    inTurn(kept.toReversed()),
  ]
}
