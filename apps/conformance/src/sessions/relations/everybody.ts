/** What holds for the first callers and refused tokens holds for all of them. */
import * as fc from 'fast-check'
import { inTurn, type Session } from '@plant-store/raw-http'
import type { Field } from '../../exchange.ts'
import { integerParameters } from '../../contract/operations.ts'
import { everyForm } from '../dimensions/header-fields.ts'
import type { Setting } from '../draft.ts'

/** Of any list of tokens, at most this many are tried. */
const mostTokens = { quick: 80, standard: 300, deep: 2000 } as const

/** Some of the optional fields; each caller sends others. */
const saidBy = (index: number): readonly (readonly Field[])[] =>
  everyForm.filter((_, at) => (at + index) % 5 === 0)

/**
 * Each caller asks for parts of the list, with HEAD, with a condition, and with another spelling; each refused token is
 * tried in the same ways; and all callers follow each other on one connection, as a gateway sends them.
 */
export function everybody(place: Setting): readonly Session[] {
  const { runner, operation } = place
  const { callers, secrets, write, knowledge, subject } = runner
  const { path } = operation
  const names = integerParameters(operation).map(({ name }) => name)
  const countOf = (caller: number): number => knowledge.listOf(caller)?.plants.length ?? 4
  const random = { seed: subject.seed, numRuns: 3 }
  const partsOf = (caller: number): readonly string[] => {
    const count = countOf(caller)
    const around = [count >> 1, Math.max(0, count - 1), count, count + 1]
    const some = fc.sample(fc.nat(count), random)
    const numbers = new Set([1, 2, 3, ...around, ...some, ...everyThird(caller, count)])
    return names.flatMap((name) => Array.from(numbers, (number) => `${path}?${name}=${number}`))
  }
  const tagOf = (caller: number): string => knowledge.tagOf({ caller, operation, numbers: {} }) ?? '"x"'
  const tagInBrief = (token: string): string => runner.tagOf(write('GET', path, { token })) ?? '"x"'
  const all = callers.slice(0, mostTokens[subject.budget])
  const inTurns = [
    path,
    ...names.flatMap((name) => [2, 3, 12].map((number) => `${path}?${name}=${number}`)),
  ].map((target): Session => {
    const asks = all.map(({ mark: token }) => runner.brief({ request: write('GET', target, { token }) }))
    return inTurn([...asks, ...asks.toReversed()])
  })
  return [
    ...all.flatMap(({ mark }, caller) =>
      caller < 3
        ? []
        : [
            inWays(place, {
              token: mark,
              tag: tagInBrief(mark),
              parts: partsOf(caller),
              said: saidBy(caller),
            }),
          ],
    ),
    ...secrets.refused.slice(0, mostTokens[subject.budget]).flatMap(({ mark }, index) =>
      // One of these tags is that of the whole list that the token once stood for: a refusal needs no shorter one.
      ['*', tagOf(0), tagOf(1), tagOf(2)].map((tag) =>
        inWays(place, { token: mark, tag, parts: partsOf(0).slice(0, 1), said: saidBy(index) }),
      ),
    ),
    ...inTurns,
  ]
}

/** Whose list it is, its tag, its parts, and the optional fields to send. */
interface Own {
  readonly token: string
  readonly tag: string
  readonly parts: readonly string[]
  readonly said: readonly (readonly Field[])[]
}

function inWays({ runner, operation: { path } }: Setting, { token, tag, parts, said }: Own): Session {
  const { write } = runner
  const fields: readonly (readonly Field[])[] = [[['If-None-Match', tag]], ...said]
  return inTurn(
    runner.spokenOf(
      [
        ...[path, ...parts].map((target) => write('GET', target, { token })),
        ...parts.slice(0, 3).map((target) => write('HEAD', target, { token })),
        write('HEAD', path, { token }),
        ...fields.map((some) => write('GET', path, { token, fields: some })),
        ...parts.slice(1, 2).map((target) => runner.ifChanged(write('GET', target, { token }))),
        ...[`bearer ${token}`, `Bearer  ${token}`].map((value) =>
          write('GET', path, { fields: [['Authorization', value]] }),
        ),
        write('GET', path, { token: `${token}x` }),
      ].map((request) => runner.brief({ request })),
    ),
  )
}

/** Between them, three consecutive callers ask for every small number. */
const everyThird = (caller: number, count: number): readonly number[] =>
  Array.from({ length: Math.min(count, 25) }, (_, number) => number).filter(
    (number) => (number + caller) % 3 === 0,
  )
