/** Each value of each parameter, right, wrong and odd, each parameter left out, and right values put together at random. */
import * as fc from 'fast-check'
import type { Parameter } from '../model.ts'
import { ruleId } from '../rules.ts'
import { demandsFor } from '../values/shape.ts'
import { wrongValues } from '../values/wrong.ts'
import {
  asHead,
  type Plan,
  type Plans,
  plansFor,
  type Values,
  valuesOf,
  varied,
  withEach,
  without,
  withValues,
} from './plan.ts'
import { askAll, askWrong, forEachSafe } from './stage.ts'

export const values = forEachSafe('every value', async (plain) => {
  const { player, operation } = plain
  const query = operation.parameters.filter((one) => one.in === 'query')
  const wrong = wrongOnes(plain)
  const names = ['callback', '_envelope', ...query.map(({ name }) => `${name}[x]`)]
  await askAll([
    ...operation.parameters.flatMap((one) => withEach(plain, one)),
    ...wrong,
    ...wrong.slice(0, 4).map((one) => asHead(one)),
    ...lackingOnes(plain),
    ...varied(plain, names, (name) => ({ query: [`${name}=1`] })),
  ])
  await askWrong(query.flatMap((one) => withEach(plain, one, oddNumbers)))
  for (const one of operation.parameters.filter((each) => wrongFor(plain, each).length === 0)) {
    const rule = ruleId(operation, 'parameter', one.in, one.name)
    player.collector.inconclusive(rule, 'Any text is right there.')
  }
})

/** What only a few readers take for a number. */
const oddNumbers = ['#10', '&h10', '0x1p4', '0x_10', '0d10', '1 0', '5;', '1/1', '(5)']

const wrongFor = ({ player }: Plan, { schema }: Parameter): readonly unknown[] =>
  wrongValues(demandsFor(player.oracle.service.contract, schema))

/** Every wrong value of each parameter, one at a time, in a request that is otherwise as planned. */
export const wrongOnes = (plan: Plan): Plans =>
  plan.operation.parameters.flatMap((one) => withEach(plan, one, wrongFor(plan, one)))

/** Each parameter left out. */
export const lackingOnes = (plan: Plan): Plans =>
  [...plan.values.keys()]
    .filter((one) => one.in !== 'path')
    .map((left) => without(plan, (one) => one === left))

/** Texts that programs stumble over, as they stand in the request: a service may refuse them, but not fail. */
const oddTexts =
  "%C3%BC %F0%9F%8C%B1 %EF%BF%BF %FF % %00 %0D%0Ax:%20y ' %22%3E%3Cb%3E ../../etc/passwd %7B%7B7*7%7D%7D %5B%5D - 1e400 99999999999999999999 NaN null"
    .split(' ')
    .concat('', 'a'.repeat(3000))

/** As the value of each parameter of the query, of one that nobody declares, and in place of each part of the path that is one. */
export const texts = forEachSafe('odd texts', async (plain) => {
  const { path, parameters } = plain.operation
  const declared = parameters.filter((one) => one.in === 'query')
  const inQuery = [undefined, ...declared].flatMap((parameter) => {
    const name = encodeURIComponent(parameter?.name ?? 'not-declared')
    const rest = without(plain, (one) => one === parameter)
    return varied(rest, oddTexts, (text) => ({ query: [`${name}=${text}`] }))
  })
  const parts = path.split('/')
  const inPath = parts.flatMap((part, at) =>
    /^\{[^{}]+\}$/.test(part)
      ? varied(plain, oddTexts, (text) => ({ path: parts.with(at, text).join('/') }))
      : [],
  )
  await askAll([...inQuery, ...inPath])
})

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
  const right = valuesOf(plan, parameter).map((value) => [[parameter, value]] as const)
  if (right.length === 0) return fc.constant([])
  const choice = fc.constantFrom(...right)
  return parameter.isRequired ? choice : fc.option(choice, { nil: [] })
}
