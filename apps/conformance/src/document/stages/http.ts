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
import { type Field, statusOf } from '../../exchange.ts'
import { unknownMethod } from '../oracle/analyse.ts'
import { bytesOf, type Place, type Plan, requestsOf } from './plan.ts'
import { asAbsolute } from './forms.ts'
import { kindsOf } from './kinds.ts'
import { forEachSafe, together } from './stage.ts'

const withField = (plan: Plan, field: Field): Plan => ({ ...plan, fields: [field] })

/** HTTP's own methods and a word that is none, without a credential: what is not declared is at most refused. */
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
  await player.run([inTurn([...asks, plain])])
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

/** Conditions and codings: what a client has already, and what it accepts (RFC 9110, 12.5 and 13). */
export const conditions = forEachSafe('conditions', async (place, plan) => {
  const { player } = place
  const [sent] = await player.askAll(requestsOf(place, [plan]))
  const response = sent?.outcome
  if (response === undefined || 'noResponse' in response) return
  const named = response.fields.flatMap(([name, value]): Field[] =>
    /^etag$/i.test(name)
      ? [['If-None-Match', value]]
      : /^last-modified$/i.test(name)
        ? [['If-Modified-Since', value]]
        : [],
  )
  const more: readonly Field[] = [
    ...acceptable(place),
    ['Accept-Encoding', 'gzip, br'],
    ['Accept-Encoding', 'identity'],
    ['Range', 'bytes=0-3'],
  ]
  await player.askAll(
    requestsOf(
      place,
      more.map((field) => withField(plan, field)),
    ),
  )
  // What a connection keeps of a 304 shows in the next response.
  const unchanged = named.flatMap((field) => [withField(plan, field), plan])
  await player.run([inTurn(requestsOf(place, unchanged))])
  for (const [name, tag] of named) if (name === 'If-None-Match') await tryForms(place, plan, tag)
})

/** A tag that is heeded alone is heeded among others, and as a weak one (RFC 9110, 13.1.2). */
async function tryForms(place: Place, plan: Plan, tag: string): Promise<void> {
  const { player } = place
  const values = [tag, `"x", ${tag}`, `${tag}, "x"`, `W/${tag.replace(/^W\//, '')}`, tag]
  const asks = requestsOf(
    place,
    values.map((value) => withField(plan, ['If-None-Match', value])),
  )
  const [all = []] = await player.run([inTurn(asks)])
  // The content is the same before and after.
  if ([all[0], all.at(-1)].some((sent) => statusOf(sent?.outcome) !== 304)) return
  for (const sent of all.slice(1, -1))
    if (statusOf(sent.outcome) === 200) {
      const due = '304: the same tag alone gets it'
      const session = inTurn([{ request: sent.request }])
      player.findings.tell({ rule: 'not-modified-304', came: '200', due }, sent, session)
    }
}

/** Each media type that a success may have, and any of its kind. */
const acceptable = ({ operation }: Place): readonly Field[] =>
  operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ contents }) =>
      contents.flatMap(({ mediaType }): Field[] => [
        ['Accept', mediaType],
        ['Accept', mediaType.replace(/\/.*/s, '/*')],
      ]),
    )
