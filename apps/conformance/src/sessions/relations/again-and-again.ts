/** What was asked before changes nothing: not how often, not the order of numbers, not how alike the addresses are. */
import { headLength, inTurn, pipelined, type Session, type Wanted, withFields } from '@plant-store/raw-http'
import type { Field, SentRequest } from '../../exchange.ts'
import { integerParameters } from '../../oracle/operation.ts'
import type { Setting } from '../draft.ts'
import { kindsOf } from '../kinds.ts'

/** How often each of the most important requests is repeated. */
const times = { quick: 36, standard: 70, deep: 150 } as const
/** How often a request of every other kind is repeated. */
const fewer = { quick: 16, standard: 36, deep: 70 } as const
/** One in this many sequences is pipelined as well; each seed picks different ones. */
const pipelinedShare = { quick: 2, standard: 1, deep: 1 } as const

/** The same request many times, then the callers' lists; numbers upwards, downwards, twice each; similar addresses. */
export function againAndAgain(place: Setting): readonly Session[] {
  const { budget, seed } = place.runner.subject
  const { ask, first, second, names } = askingAt(place)
  const then = whatFollows(place)
  const often = repeated(place).map((one) => Array.from({ length: times[budget] }, () => one).concat(then))
  const inOrder = names.flatMap((name) =>
    sequences.map((numbers) => numbers.map((n) => ask(`?${name}=${n}`, first))),
  )
  const alike = names.flatMap((name) =>
    nearlyAlike(name).map((queries) => queries.map((query) => ask(`?${query}`, second))),
  )
  return [
    inTurn(upTo(70).map((index) => withMore(ask('', first), [['X-Request-Id', `id-${index}`]]))),
    inTurn(upTo(66).flatMap((index) => [ask('', `nobody-${index}`), ask('', first)])),
    inTurn(upTo(12).map(() => withMore(ask('', first), [['X-Unknown', 'A'.repeat(9000)]]))),
    inTurn(place.runner.spokenOf(upTo(66).map(() => withMore(ask('', first), offer))).concat(then)),
    ...often.map((all) => inTurn(all)),
    ...often.filter((_, index) => (index + seed) % pipelinedShare[budget] === 0).map((all) => pipelined(all)),
    ...runsOfAll(place).map((some, index) =>
      inTurn([...some, ...(index === 0 ? [ask('')] : []), ...then.slice(0, 2)]),
    ),
    ...inOrder.map((parts) => inTurn(parts.concat(then))),
    ...inOrder.map((parts) => pipelined(parts)),
    ...alike.map((asks) => inTurn([...asks, ...asks.toReversed()])),
  ]
}

interface Asking {
  readonly ask: (query: string, token?: string) => Wanted
  /** On condition that the list differs from the known one. */
  readonly known: (query: string) => Wanted
  readonly first: string | undefined
  readonly second: string | undefined
  readonly names: readonly string[]
}

function askingAt({ runner, operation }: Setting): Asking {
  const { callers, write } = runner
  const [first, second = first] = callers.map(({ mark }) => mark)
  const requestFor = (query: string, token?: string): SentRequest =>
    write('GET', `${operation.path}${query}`, { token })
  return {
    ask: (query, token) => runner.brief({ request: requestFor(query, token) }),
    known: (query) => ({ request: runner.ifChanged(requestFor(query, first)) }),
    first,
    second,
    names: integerParameters(operation).map(({ name }) => name),
  }
}

/** The requests that are repeated most often. */
function repeated(place: Setting): readonly Wanted[] {
  const { runner, operation } = place
  const { callers, secrets, write, knowledge } = runner
  const { ask, known, first, second, names } = askingAt(place)
  const empty = callers.filter((_, caller) => knowledge.listOf(caller)?.plants.length === 0)
  return [
    ask('', first),
    ask('', second),
    ...empty.slice(0, 1).map(({ mark }) => ask('', mark)),
    known(''),
    ask(''),
    ask('', 'nobody-has-this-one'),
    behindProxy(ask('', 'nobody-has-this-one')),
    ...secrets.refused.slice(0, 1).map(({ mark }) => ask('', mark)),
    ...names.flatMap((name) => [ask(`?${name}=3`, first), ask(`?${name}=x`, first)]),
    { request: write('HEAD', operation.path, { token: first }) },
    { request: write('DELETE', operation.path, { token: first }) },
  ]
}

/** Lists of both callers, whole and in part. */
function whatFollows(place: Setting): readonly Wanted[] {
  const { ask, known, first, second, names } = askingAt(place)
  return [ask('', first), ask('', second), known(''), behindProxy(ask('', first))].concat(
    names.flatMap((name) => [ask(`?${name}=3`, second), known(`?${name}=3`)]),
  )
}

/** Runs of every kind except those that take long, and of requests that accept a coding. */
function runsOfAll(place: Setting): readonly (readonly Wanted[])[] {
  const { runner, operation } = place
  const { ask, second } = askingAt(place)
  const packed = ['gzip', 'br'].map((coding) => withMore(ask('', second), [['Accept-Encoding', coding]]))
  return [...kindsOf(runner, operation), ...packed]
    .filter(({ request: { octets, fields } }) => octets === undefined && headLength(fields) < 4000)
    .map((kind) => Array.from({ length: fewer[runner.subject.budget] }, () => kind))
}

const withMore = ({ request }: Wanted, fields: readonly Field[]): Wanted => ({
  request: withFields(request, fields),
})

const offer: readonly Field[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'h2c'],
]

/** The client refused at this address is not the only one there. */
const behindProxy = (one: Wanted): Wanted => withMore(one, [['X-Forwarded-For', '192.0.2.77']])

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index)

const sequences: readonly (readonly number[])[] = [
  upTo(26),
  upTo(26).toReversed(),
  upTo(9).flatMap((n) => [n, n]),
  [1, 2, 4, 8, 16, 32, 64],
  [12, 21, 3, 30, 102, 111, 120, 201, 210],
]

/** A service that caches answers by part of the address, or by another form of it, takes these for one. */
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
