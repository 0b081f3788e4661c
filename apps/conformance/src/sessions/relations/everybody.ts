/** What holds for the first callers and refused tokens holds for all of them. */
import type { Field } from '../../exchange.ts'
import { inTurn, type Session } from '../../http/session.ts'
import { integerParameters } from '../../oracle/operation.ts'
import type { Setting } from '../draft.ts'

/** So many of each are asked for. */
const most = { quick: 60, standard: 300, deep: 2000 } as const

/**
 * Each caller in part, with HEAD, with a condition, and with another spelling; each refused token in the same ways; and all
 * callers behind each other on one connection, as a gateway sends them.
 */
export function everybody({ runner, operation }: Setting): readonly Session[] {
  const { callers, secrets, write, knowledge, subject, oracle } = runner
  const { path } = operation
  const names = integerParameters(operation).map(({ name }) => name)
  const countOf = (caller: number): number => knowledge.listOf(caller)?.plants.length ?? 4
  const partsOf = (caller: number): readonly string[] =>
    names.flatMap((name) => numbersUpTo(countOf(caller)).map((number) => `${path}?${name}=${number}`))
  const ways = (token: string, fields: readonly Field[], parts: readonly string[]): Session =>
    inTurn(
      [
        ...[path, ...parts].map((target) => write('GET', target, { token })),
        ...parts.slice(0, 3).map((target) => write('HEAD', target, { token })),
        write('HEAD', path, { token }),
        write('GET', path, { token, fields }),
        write('GET', path, { fields: [['Authorization', `bearer ${token}`]] }),
        write('GET', path, { token: `${token}x` }),
      ]
        .map((request) => runner.brief({ request }))
        .filter(({ request }) => subject.only === 'all' || oracle.analyse(request).owed === 'an answer'),
    )
  const tagOf = (caller: number): string => knowledge.tagOf({ caller, operation, numbers: {} }) ?? '"x"'
  const all = callers.slice(0, most[subject.budget])
  const inTurns = [
    path,
    ...names.flatMap((name) => [2, 3, 12].map((number) => `${path}?${name}=${number}`)),
  ].map((target): Session =>
    inTurn(
      [...all, ...all.toReversed()].map(({ mark: token }) =>
        runner.brief({ request: write('GET', target, { token }) }),
      ),
    ),
  )
  return [
    ...all.flatMap(({ mark }, caller) =>
      caller < 3 ? [] : [ways(mark, [['If-None-Match', tagOf(caller)]], partsOf(caller))],
    ),
    ...secrets.refused.slice(0, most[subject.budget]).flatMap(({ mark }) =>
      // One of them is the tag of the list that the token once stood for.
      ['*', tagOf(0), tagOf(1), tagOf(2)].map((tag) =>
        ways(mark, [['If-None-Match', tag]], partsOf(0).slice(0, 1)),
      ),
    ),
    ...inTurns,
  ]
}

/** A few, of which one is the half and two are the last. */
const numbersUpTo = (count: number): readonly number[] => [
  ...new Set([1, 2, 3, count >> 1, Math.max(0, count - 1), count, count + 1]),
]
