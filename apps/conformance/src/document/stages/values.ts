/** Each value of each parameter, right, wrong and odd, and each parameter left out. */
import { ruleOf } from '../oracle/parameters.ts'
import { wrongValues } from '../values/wrong.ts'
import { askAll, askWrong } from './ask.ts'
import { asHead, type Plan, type Plans, varied, withEach, without } from './plan.ts'
import { forEachSafe } from './stage.ts'

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
  for (const parameter of operation.parameters) {
    const isBreakable = wrongValues(player.oracle.service.contract, parameter.schema).length > 0
    if (!isBreakable)
      player.collector.inconclusive(ruleOf(operation, 'parameter', parameter), 'Any text is right there.')
  }
})

/** What only a few readers take for a number. */
const oddNumbers = ['#10', '&h10', '0x1p4', '0x_10', '0d10', '1 0', '5;', '1/1', '(5)']

/** Every wrong value of each parameter, one at a time, in a request that is otherwise as planned. */
export const wrongOnes = (plan: Plan): Plans =>
  plan.operation.parameters.flatMap((parameter) =>
    withEach(plan, parameter, wrongValues(plan.player.oracle.service.contract, parameter.schema)),
  )

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
