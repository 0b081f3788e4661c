/** Each value of each parameter, right and wrong, and each parameter left out. */
import { ruleOf } from '../oracle/parameters.ts'
import { wrongValues } from '../values/wrong.ts'
import { type Place, type Plan, requestsOf, valuesOf, without, withValues } from './plan.ts'
import { forEachSafe } from './stage.ts'

export const values = forEachSafe('every value', async (place, plain) => {
  const { player, operation } = place
  const right = operation.parameters.flatMap((parameter) =>
    valuesOf(place, parameter, plain.caller).map((value) => withValues(plain, [[parameter, value]])),
  )
  const lacking = [...plain.values.keys()]
    .filter((one) => one.in !== 'path')
    .map((one) => without(plain, one))
  await player.askAll(requestsOf(place, [...right, ...wrongOnes(place, plain), ...lacking]))
  for (const parameter of operation.parameters) {
    const isBreakable = wrongValues(player.oracle.service.contract, parameter.schema).length > 0
    if (!isBreakable)
      player.collector.inconclusive(ruleOf(operation, 'parameter', parameter), 'Any text is right there.')
  }
})

/** Every wrong value of each parameter, one at a time, in a request that is otherwise as planned. */
export const wrongOnes = ({ player, operation }: Place, plan: Plan): readonly Plan[] =>
  operation.parameters.flatMap((parameter) =>
    wrongValues(player.oracle.service.contract, parameter.schema).map(({ value }) =>
      withValues(plan, [[parameter, value]]),
    ),
  )
