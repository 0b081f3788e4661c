/** What HTTP itself asks of every service: methods, grammar, connections, conditions, versions. */
import {
  alone,
  asOfHttp10,
  inTurn,
  malformedRequest,
  placesEvery,
  type Session,
  toText,
} from '@plant-store/raw-http'
import type { SentRequest } from '../../exchange.ts'
import { unknownMethod } from '../oracle/analyse.ts'
import { bytesOf, type Plan, requestsOf, withField } from './plan.ts'
import { asAbsolute } from './forms.ts'
import { kindsOf } from './kinds.ts'
import { forEachSafe, together } from './stage.ts'

/** Ends of a path that a service may stumble over; the last is at most unknown. */
const oddPaths = '$&/%zz $&/%FF $&/%00 /$& $&//x $&/../x $&%2Fx $&;x $&/a:*&b $&/not-declared'.split(' ')

/** HTTP's own methods and a word that is none, without a credential, and strange paths: what is not declared is at most refused. */
export const methods = forEachSafe('other methods', async (place, plan) => {
  const { player, operation } = place
  const declared = new Set(
    player.oracle.service.contract.operations
      .filter((one) => one.path === operation.path)
      .map((one) => one.method),
  )
  const [plain] = requestsOf(place, [plan])
  if (plain === undefined) return
  const names = ['OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE', unknownMethod].filter(
    (name) => !declared.has(name),
  )
  const asks = names.map((name) => ({ request: player.write(name, plain.request.target) }))
  // With a credential only one that changes nothing (RFC 4918, 9.1).
  const safe = requestsOf(place, [{ ...plan, method: 'PROPFIND' }])
  const strange = oddPaths.map((path) => ({ request: atPath(plain.request, path) }))
  await player.askApart(strange)
  await player.run([
    inTurn([...strange, ...asks, ...safe, plain, ...strange.slice(-1), ...asks.slice(2, 3), plain]),
  ])
})

/** The request for another path; `$&` stands for its own. */
export const atPath = (request: SentRequest, path: string): SentRequest => ({
  ...request,
  target: request.target.replace(/^[^?]*/, path),
})

const isHost = (text: string): boolean => /^host:/i.test(text)

/** Requests that break HTTP's grammar or framing, by the rule that each shows; `{…}` stands for a right request's parts. */
const malformed: readonly (readonly [rule: string, text: string])[] = [
  ['malformed-request-400', '{line} x\r\n{host}\r\n{fields}\r\n'],
  ['malformed-request-400', '{line}x\r\n{host}\r\n{fields}\r\n'],
  ['host-required', '{line}\r\n{fields}\r\n'],
  ['host-required', '{line}\r\n{host}\r\nHost: other.example\r\n{fields}\r\n'],
  ['no-blank-before-colon', '{line}\r\n{host}\r\nX-Any : x\r\n{fields}\r\n'],
  ['framing-unambiguous', '{line}\r\n{host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n{fields}\r\nx'],
  ['framing-unambiguous', '{line}\r\n{host}\r\nContent-Length: x\r\n{fields}\r\n'],
  ['framing-unambiguous', '{line}\r\n{host}\r\nContent-Length: -1\r\n{fields}\r\n'],
]

export const grammar = together('malformed requests', (place, plan) => {
  const { player } = place
  const [plain] = requestsOf(place, [plan])
  if (plain === undefined) return []
  const { service } = player.oracle
  const [line = '', ...lines] = toText(plain.request).split('\r\n')
  const parts = new Map([
    ['{line}', line],
    ['{host}', lines.find((one) => isHost(one)) ?? ''],
    [
      '{fields}',
      lines
        .filter((one) => one !== '' && !isHost(one))
        .map((one) => `${one}\r\n`)
        .join(''),
    ],
  ])
  return malformed.map(([rule, text]) => {
    const request = malformedRequest(text.replaceAll(/\{\w+\}/g, (name) => parts.get(name) ?? ''))
    service.malformed.set(player.bytesOf(request), rule)
    return alone({ request })
  })
})

/** How clients end or keep a connection, ask in an old version, send in pieces, or hold content back. */
export const connections = together('connections', (place, plan) => {
  const kinds = kindsOf(place)
  const [plain] = requestsOf(place, [plan])
  if (plain === undefined) return []
  const ended = requestsOf(
    place,
    ['close', 'Close, x-any', 'CLOSE'].map((value) => withField(plan, ['Connection', value])),
  )
  const old = kinds.slice(0, 4).map(({ request }) => ({ request: asOfHttp10(request) }))
  return [
    ...ended.map((ask) => alone(ask, { seenToEnd: true })),
    ...old.map((ask) => alone(ask, { seenToEnd: true })),
    ...kinds.slice(0, 4).map((ask): Session => [{ ask, cut: placesEvery(7, bytesOf(ask)) }, { ask: plain }]),
    ...kinds.slice(0, 6).map((ask): Session => [{ ask }, { restMs: 700 }, { ask }]),
    ...kinds
      .slice(0, 4)
      .map(({ request }) => alone({ request: asAbsolute(request, place.player.subject.url) })),
  ]
})

export const contents = together('content that means nothing', (place, plan) => {
  const [plain] = requestsOf(place, [plan])
  const asks = requestsOf(place, withContents(plan))
  return plain === undefined ? [] : asks.map((ask) => inTurn([ask, plain, plain]))
})

/** Content that nobody needs is read, or ends the connection: what follows it is the next request. */
const withContents = (plan: Plan): readonly Plan[] => {
  const body = 'GET /not-declared HTTP/1.1\r\nHost: x\r\n\r\n'
  const trailed = '1;x=y\r\nx\r\n0\r\nX-Any: x\r\n\r\n'
  return [
    { ...plan, body: { body } },
    { ...plan, body: { body: body.repeat(400) }, caller: undefined },
    { ...withField(plan, ['Expect', '100-continue']), body: { body } },
    {
      ...plan,
      fields: [
        ['Transfer-Encoding', 'chunked'],
        ['Trailer', 'X-Any'],
      ],
      body: { body: trailed },
    },
  ]
}
