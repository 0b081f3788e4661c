/** Stages that decide most: how fast a service answers, one request of each kind, and its callers beside each other. */
import { valuesOf } from '../http/fields.ts'
import { withFields } from '../http/request.ts'
import { alone, atOnce, inTurn, pipelined, type Sent, type Wanted } from '../http/session.ts'
import { alike } from './dimensions/client-fields.ts'
import { integerParameters } from '../oracle/operation.ts'
import { kindsOf } from './kinds.ts'
import { measurePace } from './measure-pace.ts'
import type { Stage } from './runner.ts'
import { forEachSetting } from './setting.ts'

/** One after the other, each alone: how long does an answer take that waits for no other? */
export const firstRequests: Stage = { name: 'the first requests', run: measurePace }

/** One of each kind, each seen to the end of its connection: what is broken at all shows here. */
export const firstLook: Stage = {
  name: 'one of each kind',
  run: forEachSetting(async ({ runner, operation }) => {
    const forms = runner.subject.only === 'given' ? ['close'] : closings
    const asks = kindsOf(runner, operation)
      .filter(({ request }) => request.octets === undefined && request.body === undefined)
      .map(({ request }, index) => ({
        request: withFields(request, [['Connection', forms[index % forms.length] ?? 'close']]),
      }))
    await runner.run(asks.map((ask) => alone(ask, { seenToEnd: true })))
    const others = runner.callers
      .slice(3)
      .map(({ mark: token }) => runner.write('GET', operation.path, { token }))
    // As at a login, when a page asks twice at once: nobody has asked with these tokens before.
    await runner.run(
      others.map((request) => {
        const ask = runner.brief({ request })
        return atOnce([ask, ask])
      }),
    )
  }),
}

/** All callers in turn, with requests without a token between them; then all at the same time. */
export const mixedCallers: Stage = {
  name: 'callers in turn and at once',
  run: forEachSetting(async ({ runner, operation }) => {
    const { method, path } = operation
    const ask = (token?: string): Wanted => ({ request: runner.write(method, path, { token }) })
    const parts = integerParameters(operation).map(({ name }) => `${path}?${name}=2`)
    const one = runner.callers
      .slice(0, 4)
      .flatMap(({ mark }) => [ask(mark), ask(), ask('nobody-has-this-one')])
    const mixed = [
      ...one,
      ...runner.secrets.refused.slice(0, 4).map(({ mark }) => ask(mark)),
      ...one.toReversed(),
    ]
    const all = (await runner.run([inTurn(mixed), pipelined(mixed), atOnce(mixed)], 1)).flat()
    // A cookie that an answer sets stands neither for the token nor for anything that was asked for.
    const [first, second = first] = runner.callers.map(({ mark }) => mark)
    const inPart = await runner.askAll(
      parts.map((part) => ({ request: runner.write(method, part, { token: first }) })),
    )
    const sent = [...all.slice(0, mixed.length), ...inPart]
    const cookies = new Set(sent.flatMap(({ outcome }) => cookiesOf(outcome)))
    await runner.askApart(
      [...cookies].flatMap((cookie) =>
        [undefined, first, second].map((token) => ({
          request: runner.write(method, path, { token, fields: [['Cookie', cookie]] }),
        })),
      ),
    )
    const spokenAlike = alike.flatMap((field) =>
      runner.callers
        .slice(0, 3)
        .map(({ mark: token }) => ({ request: runner.write(method, path, { token, fields: [field] }) })),
    )
    await runner.run([inTurn(spokenAlike.map((plain) => runner.brief(plain)))])
  }),
}

/**
 * The options of a connection are a list, and mean the same in small and in capital letters (RFC 9110, 7.6.1). Of this the
 * given contract says nothing: there the usual form alone is sent.
 */
const closings: readonly string[] = ['close', 'CLOSE', 'x-any, close', 'Close , x-any']

const cookiesOf = (outcome: Sent['outcome']): readonly string[] =>
  'noResponse' in outcome ? [] : valuesOf(outcome, 'set-cookie').map((value) => value.replace(/;.*/s, ''))
