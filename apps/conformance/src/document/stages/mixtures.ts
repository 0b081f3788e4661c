/** Requests of all kinds and callers behind each other, at the same time, pipelined, and put together at random. */
import * as fc from 'fast-check'
import { atOnce, inGroups, inTurn, pipelined, type Wanted, withQuery } from '@plant-store/raw-http'
import type { Parameter } from '../model.ts'
import { wordOf } from '../../sessions/relations/cross-request-leak.ts'
import { askAll } from './ask.ts'
import { kindsOf } from './kinds.ts'
import { type Plan, plansFor, type Values, valuesOf, withValues } from './plan.ts'
import { type DocumentStage, forEachSafe, plainOnes } from './stage.ts'

/** This many requests share a connection, if it lasts. */
const run = 30

/** Every kind of every operation, in an order in which each stands behind many others. */
export const successions: DocumentStage = {
  name: 'every kind behind others',
  run: async (player) => {
    const kinds = plainOnes(player).flatMap((plain) => kindsOf(plain))
    const strides = { quick: 3, standard: 7, deep: 17 }[player.subject.budget]
    const orders = Array.from({ length: strides }, (_, index) => stride(kinds, index + player.subject.seed))
    const parts = orders.flatMap((order) => inGroups(order, run))
    await player.run([...parts.map((part) => inTurn(part)), ...parts.map((part) => pipelined(part))])
    const named = kinds.filter(({ request }) => request.target.includes('=')).slice(0, run)
    const some = [kinds.slice(0, run), named]
    const written = some.flatMap((all, at) => all.map((ask, index) => withWord(ask, at * run + index)))
    await player.run([inTurn(written), pipelined(written), atOnce(written)])
    for (const part of orders.flatMap((order) => inGroups(order, player.width)))
      await player.run([atOnce(part)], 1)
  },
}

/** The request with a word that no other contains: in its query, as its last value, or in a field that some send back. */
function withWord({ request }: Wanted, number: number): Wanted {
  const [word, { fields, target }] = [wordOf(number), request]
  if (number >= run) return { request: { ...request, target: target.replace(/[^=]*$/, word) } }
  return number % 3 === 0
    ? { request: { ...request, fields: [...fields, ['X-Request-Id', word]] } }
    : { request: { ...request, target: withQuery(target, [`not-declared=${word}`]) } }
}

/** All, each as far behind the last as the step says: for every step other pairs are neighbours. */
const stride = (all: readonly Wanted[], step: number): readonly Wanted[] =>
  Array.from({ length: step }, (_, start) => all.filter((_one, index) => index % step === start)).flat()

/** How many random requests there are for each operation. */
const counts = { quick: 100, standard: 600, deep: 4000 } as const

/** Several right values at a time: what is right alone may fail together. */
export const combinations = forEachSafe('values put together at random', async (plain) => {
  const { budget, seed } = plain.player.subject
  const { parameters } = plain.operation
  if (parameters.length < 2) return
  // Made once for each plan: finding the values of a parameter takes longer than sending a request.
  const likePlans = plansFor(plain).map((plan) =>
    fc
      .tuple(...parameters.map((parameter) => anyValue(plan, parameter)))
      .map((all) => withValues(plan, all.flat())),
  )
  const anyPlan = fc.constantFrom(...likePlans).chain((like) => like)
  await askAll(fc.sample(anyPlan, { seed, numRuns: counts[budget] }))
})

/** With the parameter; none of a schema that can't be used, such as one of a type that there is not. */
function anyValue(plan: Plan, parameter: Parameter): fc.Arbitrary<Values> {
  const values = valuesOf(plan, parameter).map((value) => [[parameter, value]] as const)
  if (values.length === 0) return fc.constant([])
  const choice = fc.constantFrom(...values)
  return parameter.isRequired ? choice : fc.option(choice, { nil: [] })
}
