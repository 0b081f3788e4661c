/** The most telling stages: how fast a service answers, one request of each kind, and the callers side by side. */
import { alone, atOnce, inGroups, inTurn, pipelined, valuesOf, type Wanted } from '@plant-store/raw-http'
import type { Field } from '../../src/exchange.ts'
import { limitedTo, listPlants } from '../contract.ts'
import { requestIdForm } from '../oracle/head.ts'
import type { Sent } from '../../src/sessions/client/sent.ts'
import { widest } from '../../src/sessions/run/player.ts'
import type { Runner } from '../runner.ts'
import { kindsOf, nobody } from './kinds.ts'
import { stage } from './setting.ts'

const { path } = listPlants

/** One of each kind, each watched to the end of its connection: whatever is plainly broken shows here. */
export const firstLook = stage('one of each kind', async (runner) => {
  const { tokens, ask } = runner
  const forms = runner.subject.only === 'given' ? closings.slice(0, 1) : closings
  const asks = kindsOf(runner)
    .map(({ request }) => request)
    .filter(({ bytes, body }) => bytes === undefined && body === undefined)
    .map((request, index) => {
      const values = forms[index % forms.length] ?? []
      const fields = values.map((value): Field => ['Connection', value])
      return { request: { ...request, fields: [...request.fields, ...fields] } }
    })
  await runner.run(asks.map((one) => alone(one, { seenToEnd: true })))
  // As at a login, when a page sends two requests at once: these tokens have not been used before.
  await runner.run(tokens.slice(3).map((token) => atOnce([ask({ token }), ask({ token })])))
})

/**
 * Connection options are a list, and case-insensitive (RFC 9110, 7.6.1). The given contract says nothing of this: by it
 * alone, only the usual form is sent.
 */
const closings: readonly (readonly string[])[] = [
  ['close'],
  ['CLOSE'],
  ['x-any, close'],
  ['Close , x-any'],
  ['x-any', 'close'],
  [', close ,'],
  ['keep-alive, close'],
  ['close', 'keep-alive'],
]

/** The first callers in turn, with requests without a token between them; then all at the same time. */
export const mixedCallers = stage('callers in turn and at once', async (runner) => {
  const { tokens, ask } = runner
  const whole = (token?: string): Wanted => ({ request: runner.write('GET', path, { token }) })
  const one = tokens.slice(0, 4).flatMap((token) => [whole(token), whole(), whole(nobody)])
  const refused = runner.secrets.refused.slice(0, 4).map(({ mark }) => whole(mark))
  const mixed = [...one, ...refused, ...one.toReversed()]
  const { width } = runner
  const together = inGroups(mixed, width).map((some) => atOnce(some))
  const [sent = []] = await runner.run([inTurn(mixed), pipelined(mixed), ...together], 1)
  await sendBack(runner, sent)
  const spokenAlike = alike.flatMap((field) =>
    [...tokens.slice(0, 3), ...tokens.slice(0, 1)].map((token) => ask({ token, fields: [field] })),
  )
  // Several clients at once that hold content back until it is asked for.
  const waiting = runner.spokenOf(
    tokens.slice(0, 4).map((token) => ask({ token, fields: [['Expect', '100-continue']], body: 'limit=1' })),
  )
  const crowds = [
    ...inGroups(spokenAlike, Math.min(24, width)),
    ...inGroups([...waiting, ...waiting.toReversed()], width),
  ]
  await runner.run([inTurn(spokenAlike), ...crowds.map((some) => atOnce(some))], 1)
})

/** Fields that a service may use to look up a cached response, and so mistake one caller for another. */
const alike: readonly Field[] = [
  ['X-Request-Id', 'one-for-all'],
  ['User-Agent', 'one-for-all/1'],
  ['If-None-Match', '"one-for-all"'],
  ['Accept', 'application/json'],
  ['Accept-Language', 'de'],
  ['Accept-Encoding', 'identity'],
  ['Cookie', 'session=one-for-all'],
  ['Idempotency-Key', 'one-for-all'],
  ['Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'],
  ['X-Correlation-Id', 'one-for-all'],
  ['X-Session-Id', 'one-for-all'],
  ['X-Forwarded-For', '192.0.2.7'],
  ['Via', '1.1 one-for-all'],
  ['Referer', 'https://example.org/one-for-all'],
  ['Origin', 'https://example.org'],
  ['Range', 'bytes=0-'],
]

/** Cookies and request ids from responses replace neither the token nor anything that the request asks for. */
async function sendBack(runner: Runner, before: readonly Sent[]): Promise<void> {
  const { tokens, ask } = runner
  const ifChanged = ({ request }: Wanted): Wanted => ({ request: runner.ifChanged(request) })
  const targets = [2, 'x'].map((limit) => ask({ target: limitedTo(limit) }))
  const more = await runner.askAll([...targets, ifChanged(ask())])
  const came = [...before, ...more].map(({ outcome }) => outcome)
  const read = (name: string): readonly (readonly string[])[] =>
    came.map((outcome) => ('noResponse' in outcome ? [] : valuesOf(outcome, name)))
  // Each cookie that a response sets, and all of them together.
  const cookies = read('set-cookie').flatMap((values) => {
    const all = values.map((value) => value.replace(/;.*/s, ''))
    return all.length > 1 ? all.concat(all.join('; ')) : all
  })
  const refused = runner.secrets.refused.slice(0, 1).map(({ mark }) => mark)
  const whose = [undefined, ...tokens.slice(0, 2), ...refused]
  const withCookies = [...new Set(cookies)].flatMap((cookie) => {
    const asks = whose.map((token) => ({
      request: runner.write('GET', path, { token, fields: [['Cookie', cookie]] }),
    }))
    return asks.concat(asks.slice(1, 2).map((one) => ifChanged(one)))
  })
  const ids = new Set(
    read('x-request-id')
      .flat()
      .filter((id) => requestIdForm.test(id)),
  )
  const withIds = [...ids]
    .slice(0, 6)
    .map((id) => ask({ token: tokens[1] ?? tokens[0], fields: [['X-Request-Id', id]] }))
  await runner.askApart([...withCookies, ...withIds])
}

/** Responses are slow while checkers and services start: a measurement that takes less than this is repeated. */
const shortMs = 3000

/** One after the other, each alone, twice: the faster of two measurements says how many are asked at a time from here on. */
export const firstRequests = stage('the first requests', async (runner) => {
  const began = performance.now()
  const first = await measure(runner)
  const again = performance.now() - began < shortMs ? await measure(runner) : first
  // Even if handled one by one, all simultaneous requests should be answered within two seconds.
  runner.width = Math.max(4, Math.min(widest, Math.floor(2000 / Math.min(first, again))))
})

/** Resolves to how long the slowest response takes, in ms. */
async function measure(runner: Runner): Promise<number> {
  const tokens = [undefined, ...runner.tokens.slice(0, 5)]
  const asks = tokens.map((token) => alone({ request: runner.write('GET', path, { token }) }))
  const all = (await runner.run(asks, 1)).flat()
  return Math.max(1, ...all.map(({ exchange: { durationMs } }) => durationMs))
}
