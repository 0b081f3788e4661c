/** What was asked just before changes nothing: however often it was, in which order numbers come, and how alike addresses are. */
import type { Field } from '../../exchange.ts'
import { withFields } from '../../http/request.ts'
import { inTurn, pipelined, type Session, type Wanted } from '../../http/session.ts'
import { integerParameters } from '../../oracle/operation.ts'
import type { Setting } from '../draft.ts'

/** So often the same is asked. */
const times = { quick: 36, standard: 70, deep: 150 } as const

/** The same many times, and then the first caller's list; numbers upwards, downwards, twice each; addresses in pairs. */
export function againAndAgain(place: Setting): readonly Session[] {
  const { runner, operation } = place
  const { callers, secrets, write, subject } = runner
  const ask = (query: string, token?: string): Wanted =>
    runner.brief({ request: write('GET', `${operation.path}${query}`, { token }) })
  const [first, second = first] = callers.map(({ mark }) => mark)
  const known = (query: string): Wanted =>
    runner.brief({
      request: runner.ifChanged(write('GET', `${operation.path}${query}`, { token: first })),
    })
  const names = integerParameters(operation).map(({ name }) => name)
  const repeated = [
    ask('', first),
    ask('', second),
    known(''),
    ask(''),
    ask('', 'nobody-has-this-one'),
    behindProxy(ask('', 'nobody-has-this-one')),
    withMore(ask('', first), [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'h2c'],
    ]),
    ...secrets.refused.slice(0, 1).map(({ mark }) => ask('', mark)),
    ...names.flatMap((name) => [ask(`?${name}=3`, first), ask(`?${name}=x`, first)]),
    { request: write('HEAD', operation.path, { token: first }) },
    { request: write('DELETE', operation.path, { token: first }) },
  ]
  const then = [ask('', first), ask('', second), known(''), behindProxy(ask('', first))].concat(
    names.flatMap((name) => [ask(`?${name}=3`, second), known(`?${name}=3`)]),
  )
  const often = repeated.map((one) => Array.from({ length: times[subject.budget] }, () => one).concat(then))
  return [
    inTurn(upTo(70).map((index) => withMore(ask('', first), [['X-Request-Id', `id-${index}`]]))),
    inTurn(upTo(66).flatMap((index) => [ask('', `nobody-${index}`), ask('', first)])),
    inTurn(upTo(12).map(() => withMore(ask('', first), [['X-Unknown', 'A'.repeat(9000)]]))),
    ...often.flatMap((all) => [inTurn(all), pipelined(all)]),
    ...names.flatMap((name) =>
      sequences.map((numbers) => inTurn(numbers.map((n) => ask(`?${name}=${n}`, first)).concat(then))),
    ),
    ...names.flatMap((name) =>
      nearlyAlike(name).map((queries) =>
        inTurn([...queries, ...queries.toReversed()].map((query) => ask(`?${query}`, second))),
      ),
    ),
  ]
}

const withMore = ({ request }: Wanted, fields: readonly Field[]): Wanted => ({
  request: withFields(request, fields),
})

/** Who is refused there is not the only one there. */
const behindProxy = (one: Wanted): Wanted => withMore(one, [['X-Forwarded-For', '192.0.2.77']])

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index)

const sequences: readonly (readonly number[])[] = [
  upTo(26),
  upTo(26).toReversed(),
  upTo(9).flatMap((n) => [n, n]),
  [1, 2, 4, 8, 16, 32, 64],
  [12, 21, 3, 30, 102, 111, 120, 201, 210],
]

/** Who remembers answers by a part of the address, or by the address in another form, takes these for one. */
function nearlyAlike(name: string): readonly (readonly string[])[] {
  const long = `x=${'A'.repeat(2000)}`
  return [
    [`x=1%26${name}=2`, `x=1&${name}=2`],
    [`${name}%3D2`, `${name}=2`],
    [`${name.toUpperCase()}=2`, `${name}=2`],
    [`${name}=2`, `${name}=3`, `${name}=%32`],
    [`${name}=12`, `${name}=21`],
    [`x=1&${name}=2`, `x=1&${name}=3`, 'x=1'],
    [`${name}=2&x=1`, `${name}=3&x=1`, `x=1&${name}=2`],
    [`${long}&${name}=2`, `${long}&${name}=3`, long],
    [`%78=1&${name}=2`, `x=1&${name}=3`],
  ]
}
