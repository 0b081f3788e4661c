/** What HTTP itself asks of every service: methods, fields, grammar, connections, versions. */
import type { Field } from '../../exchange.ts'
import { alone, asOfHttp10, inTurn, malformedRequest, placesEvery, toText } from '@plant-store/raw-http'
import { unknownMethod } from '../oracle/analyse.ts'
import { everyForm } from '../../sessions/client-fields.ts'
import { type Plans, requestsOf, varied, withField } from './plan.ts'
import { asAbsolute } from './forms.ts'
import { kindsOf, undeclared } from './kinds.ts'
import { askAll, askApart, askInTurn, forEachSafe, together } from './stage.ts'

/** Ends of a path that a service may stumble over; the last is at most unknown. */
const oddPaths = '$&/%zz $&/%FF $&/%00 /$& $&//x $&/../x $&%2Fx $&;x $&/a:*&b $&/not-declared'.split(' ')

/** HTTP's own methods and a word that is none, without a credential, and strange paths: what is not declared is at most refused. */
export const methods = forEachSafe('other methods', async (plain) => {
  const others = undeclared(plain, ['OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE', unknownMethod])
  const asks = varied({ ...plain, caller: undefined }, others, (method) => ({ method }))
  const { path: own } = plain.operation
  const strange = varied(plain, oddPaths, (path) => ({ path: path.replace('$&', () => own) }))
  await askApart(strange)
  // With a credential only one that changes nothing (RFC 4918, 9.1).
  const safe = { ...plain, method: 'PROPFIND' }
  await askInTurn([...strange, ...asks, safe, plain, ...strange.slice(-1), ...asks.slice(2, 3), plain])
})

/** Fields of these names may turn a request into another, or be refused by a service that knows them. */
const telling = /^(?:accept|cookie|forwarded|x-forwarded-.*|origin|sec-fetch.*)$/i

/** What browsers, programs and proxies send of their own accord. */
export const fieldsOfClients = forEachSafe('fields of clients', async (plain) => {
  const declared = new Set(plain.operation.parameters.map(({ name }) => name.toLowerCase()))
  const isLeft = ([name]: Field): boolean => declared.has(name.toLowerCase()) || telling.test(name)
  await askAll(everyForm.map((set) => withField(plain, ...set.filter((field) => !isLeft(field)))))
})

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

export const grammar = together('malformed requests', (plain) =>
  requestsOf([plain]).flatMap(({ request }) => {
    const [line = '', ...lines] = toText(request).split('\r\n').slice(0, -2)
    const host = lines.find((one) => /^host:/i.test(one)) ?? ''
    const fields = lines.filter((one) => one !== host).map((one) => `${one}\r\n`)
    return malformed.map(([rule, text]) => {
      const [begin = '', end = ''] = text.replace('{line}', () => line).split('{fields}')
      const bytes = begin.replace('{host}', () => host) + fields.join('') + end
      plain.player.oracle.service.malformed.set(plain.player.secrets.reveal(bytes), rule)
      return alone({ request: malformedRequest(bytes) })
    })
  }),
)

/** How clients end or keep a connection, ask in an old version, send in pieces, or hold content back. */
export const connections = together('connections', (plain) => {
  const kinds = kindsOf(plain)
  const [first] = kinds
  const some = kinds.slice(0, 4)
  if (first === undefined) return []
  const ended = ['close', 'Close, x-any', 'CLOSE'].map((value) => withField(plain, ['Connection', value]))
  const old = some.map(({ request }) => ({ request: asOfHttp10(request) }))
  const absolute = some.map(({ request }) => ({ request: asAbsolute(request, plain.player.subject.url) }))
  return [
    ...[...requestsOf(ended), ...old].map((ask) => alone(ask, { seenToEnd: true })),
    ...some.map((ask) => [{ ask, cut: placesEvery(7, toText(ask.request)) }, { ask: first }]),
    ...kinds.slice(0, 6).map((ask) => [{ ask }, { restMs: 700 }, { ask }]),
    ...absolute.map((ask) => alone(ask)),
  ]
})

/** Content that nobody needs is read, or ends the connection: what follows it is the next request. */
export const contents = together('content that means nothing', (plain) => {
  const body = 'GET /not-declared HTTP/1.1\r\nHost: x\r\n\r\n'
  const trailed = withField(plain, ['Transfer-Encoding', 'chunked'], ['Trailer', 'X-Any'])
  const all: Plans = [
    { ...plain, body: { body } },
    { ...plain, body: { body: body.repeat(400) }, caller: undefined },
    { ...withField(plain, ['Expect', '100-continue']), body: { body } },
    { ...trailed, body: { body: '1;x=y\r\nx\r\n0\r\nX-Any: x\r\n\r\n' } },
  ]
  return all.map((one) => inTurn(requestsOf([one, plain, plain])))
})
