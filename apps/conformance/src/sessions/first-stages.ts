/** The most telling stages: how fast a service answers, one request of each kind, and its callers side by side. */
import {
  alone,
  atOnce,
  inGroups,
  inTurn,
  pipelined,
  valuesOf,
  type Wanted,
  withFields,
} from '@plant-store/raw-http'
import type { Sent } from './sent.ts'
import type { Field, SentRequest } from '../exchange.ts'
import { alike } from './dimensions/client-fields.ts'
import { requestIdForm } from '../oracle/head.ts'
import { integerParameters, type Operation } from '../contract/operations.ts'
import { kindsOf } from './kinds.ts'
import { measurePace } from './measure-pace.ts'
import type { Runner, Stage } from './runner.ts'
import { forEachSetting } from './setting.ts'

/** One after the other, each alone: how long does an answer take when it waits for no other? */
export const firstRequests: Stage = { name: 'the first requests', run: measurePace }

/** One of each kind, each watched to the end of its connection: whatever is plainly broken shows here. */
export const firstLook = forEachSetting('one of each kind', async ({ runner, operation }) => {
  const forms = runner.subject.only === 'given' ? closings.slice(0, 1) : closings
  const asks = kindsOf(runner, operation)
    .filter(({ request }) => request.octets === undefined && request.body === undefined)
    .map(({ request }, index) => ({
      request: withFields(
        request,
        (forms[index % forms.length] ?? []).map((value): Field => ['Connection', value]),
      ),
    }))
  await runner.run(asks.map((ask) => alone(ask, { seenToEnd: true })))
  const others = runner.callers
    .slice(3)
    .map(({ mark: token }) => runner.write('GET', operation.path, { token }))
  // As at a login, when a page sends two requests at once: these tokens have not been used before.
  await runner.run(
    others.map((request) => {
      const ask = runner.brief({ request })
      return atOnce([ask, ask])
    }),
  )
})

/** The first callers in turn, with requests without a token between them; then all at the same time. */
export const mixedCallers = forEachSetting('callers in turn and at once', async ({ runner, operation }) => {
  const { method, path } = operation
  const ask = (token?: string): Wanted => ({ request: runner.write(method, path, { token }) })
  const one = runner.callers.slice(0, 4).flatMap(({ mark }) => [ask(mark), ask(), ask('nobody-has-this-one')])
  const mixed = [
    ...one,
    ...runner.secrets.refused.slice(0, 4).map(({ mark }) => ask(mark)),
    ...one.toReversed(),
  ]
  const { width } = runner.pace
  const together = inGroups(mixed, width).map((some) => atOnce(some))
  const all = (await runner.run([inTurn(mixed), pipelined(mixed), ...together], 1)).flat()
  await sendBack(runner, operation, all.slice(0, mixed.length))
  const spokenAlike = alike.flatMap((field) =>
    [...runner.callers.slice(0, 3), ...runner.callers.slice(0, 1)].map(({ mark: token }) => ({
      request: runner.write(method, path, { token, fields: [field] }),
    })),
  )
  const brief = spokenAlike.map((plain) => runner.brief(plain))
  const crowds = [...inGroups(brief, Math.min(24, width)), ...inGroups(waitingOf(runner, path), width)]
  await runner.run([inTurn(brief), ...crowds.map((some) => atOnce(some))], 1)
})

/** Cookies and request ids from answers replace neither the token nor anything that the request asks for. */
async function sendBack(runner: Runner, operation: Operation, before: readonly Sent[]): Promise<void> {
  const { path, method } = operation
  const [first, second = first] = runner.callers.map(({ mark }) => mark)
  const names = integerParameters(operation).map(({ name }) => name)
  const parts = names.flatMap((name) => ['2', 'x'].map((number) => `${path}?${name}=${number}`))
  const ask = (target: string): SentRequest => runner.write(method, target, { token: first })
  const requests = [...parts.map((part) => ask(part)), runner.ifChanged(ask(path))]
  const more = await runner.askAll(requests.map((request) => ({ request })))
  const sent = [...before, ...more]
  const cookies = new Set(sent.flatMap(({ outcome }) => cookiesOf(outcome)))
  const refused = runner.secrets.refused.slice(0, 1).map(({ mark }) => mark)
  const withCookies = [...cookies].flatMap((cookie) => {
    const all = [undefined, first, second, ...refused].map((token) =>
      runner.write(method, path, { token, fields: [['Cookie', cookie]] }),
    )
    return all.concat(all.slice(1, 2).map((one) => runner.ifChanged(one)))
  })
  await runner.askApart(withCookies.map((request) => ({ request })))
  const ids = sent.flatMap(({ outcome }) =>
    'noResponse' in outcome ? [] : valuesOf(outcome, 'x-request-id'),
  )
  await runner.askApart(
    [...new Set(ids.filter((id) => requestIdForm.test(id)))].slice(0, 6).map((id) => ({
      request: runner.write(method, path, { token: second, fields: [['X-Request-Id', id]] }),
    })),
  )
}

/** Several clients at once that hold content back until it is asked for. */
function waitingOf(runner: Runner, path: string): readonly Wanted[] {
  const held = runner.callers.slice(0, 4).map(({ mark: token }) => ({
    request: runner.write('GET', path, { token, fields: [['Expect', '100-continue']], body: 'limit=1' }),
  }))
  const waiting = runner.spokenOf(held).map((one) => runner.brief(one))
  return [...waiting, ...waiting.toReversed()]
}

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

/** Each cookie that an answer sets, and all of them together. */
function cookiesOf(outcome: Sent['outcome']): readonly string[] {
  const all =
    'noResponse' in outcome ? [] : valuesOf(outcome, 'set-cookie').map((value) => value.replace(/;.*/s, ''))
  return all.length > 1 ? [...all, all.join('; ')] : all
}
