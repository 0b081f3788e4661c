/** Each value of each parameter, right and wrong, and each parameter left out. */
import { alone, type Wanted } from '@plant-store/raw-http'
import { tell } from '../oracle/asked.ts'
import { ruleOf } from '../oracle/parameters.ts'
import { validatorFor } from '../schemas.ts'
import { wrongValues } from '../values/wrong.ts'
import { statusOf } from '../../exchange.ts'
import type { Parameter } from '../model.ts'
import { asHead, type Place, type Plan, requestsOf, valuesOf, without, withValues } from './plan.ts'
import { forEachSafe } from './stage.ts'

export const values = forEachSafe('every value', async (place, plain) => {
  const { player, operation } = place
  const right = operation.parameters.flatMap((parameter) =>
    valuesOf(place, parameter, plain.caller).map((value) => withValues(plain, [[parameter, value]])),
  )
  const wrong = wrongOnes(place, plain)
  const heads = wrong.slice(0, 4).map((one) => asHead(one))
  const query = operation.parameters.filter((one) => one.in === 'query')
  const names = ['callback', '_envelope', ...query.map(({ name }) => `${name}[x]`)]
  const more = names.map((name): Plan => Object.assign({ ...plain }, { query: [`${name}=1`] }))
  await player.askAll(requestsOf(place, [...right, ...wrong, ...heads, ...lackingOnes(plain), ...more]))
  const odd = query.flatMap((one) => oddNumbers.map((text) => withValues(plain, [[one, text]])))
  const isWrong = ({ request }: Wanted): boolean => player.oracle.analyse(request).faults.length > 0
  await player.askAll(requestsOf(place, odd).filter((ask) => isWrong(ask)))
  for (const parameter of query) await tryLineFeed(place, plain, parameter)
  for (const parameter of operation.parameters) {
    const isBreakable = wrongValues(player.oracle.service.contract, parameter.schema).length > 0
    if (!isBreakable)
      player.collector.inconclusive(ruleOf(operation, 'parameter', parameter), 'Any text is right there.')
  }
})

/** What only a few readers take for a number. */
const oddNumbers = ['#10', '&h10', '0x1p4', '0x_10', '0d10', '1 0', '5;', '1/1', '(5)']

/** Every wrong value of each parameter, one at a time, in a request that is otherwise as planned. */
export const wrongOnes = ({ player, operation }: Place, plan: Plan): readonly Plan[] =>
  operation.parameters.flatMap((parameter) =>
    wrongValues(player.oracle.service.contract, parameter.schema).map(({ value }) =>
      withValues(plan, [[parameter, value]]),
    ),
  )

/** Each parameter left out. */
export const lackingOnes = (plan: Plan): readonly Plan[] =>
  [...plan.values.keys()].filter((one) => one.in !== 'path').map((one) => without(plan, one))

/** To some readers of patterns, the end of a line is that of the text. Who trims values accepts another blank there, too. */
async function tryLineFeed(place: Place, plain: Plan, parameter: Parameter): Promise<void> {
  const { player, operation } = place
  const isWrong = (text: string): boolean =>
    validatorFor(player.oracle.service.contract, parameter.schema)(text).length > 0
  const text = valuesOf(place, parameter, plain.caller)
    .filter((value) => typeof value === 'string')
    .find((value) => value.length > 1 && isWrong(`${value}\n`))
  if (text === undefined) return
  const texts = [`${text} `, `${text.slice(0, 1)}\n${text.slice(1)}`, `${text}\n`]
  const asks = requestsOf(
    place,
    texts.map((value) => withValues(plain, [[parameter, value]])),
  )
  const all = await player.askAll(asks)
  const [blank = 0, within = 0, behind = 0] = all.map(({ outcome }) => statusOf(outcome))
  const [last] = all.slice(-1)
  if (last === undefined || 'noResponse' in last.outcome || Math.min(blank, within) < 400 || behind !== 200)
    return
  const due = `a refusal, as for a blank there: ${blank}`
  const rule = ruleOf(operation, 'parameter', parameter)
  player.findings.tell({ rule, came: tell(last.outcome), due }, last, alone({ request: last.request }))
}
