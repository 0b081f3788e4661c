/** Each value of each parameter, right and wrong, and each parameter left out. */
import type { Wanted } from '@plant-store/raw-http'
import { ruleOf } from '../oracle/parameters.ts'
import type { WrittenBody } from '../values/write-body.ts'
import { wrongValues } from '../values/wrong.ts'
import { type Place, planFor, valuesOf, wanted, whoAsks, without, withValues } from './plan.ts'
import { forEachSafe } from './stage.ts'

export const values = forEachSafe('every value', async (place) => {
  const { player, operation } = place
  const asks = [...rightOnes(place), ...wrongOnes(place), ...lacking(place)]
  await player.askAll(asks)
  for (const parameter of operation.parameters) {
    const isBreakable = wrongValues(player.oracle.service.contract, parameter.schema).length > 0
    if (!isBreakable)
      player.collector.inconclusive(ruleOf(operation, 'parameter', parameter), 'Any text is right there.')
  }
})

/** Every right value of each parameter, in a request that is otherwise plain. */
function rightOnes(place: Place): readonly Wanted[] {
  const [plain] = whoAsks(place).flatMap((who) => planFor(place, who) ?? [])
  if (plain === undefined) return []
  return place.operation.parameters.flatMap((parameter) =>
    valuesOf(place, parameter, plain.caller).flatMap(
      (value) => wanted(place, withValues(plain, [[parameter, value]])) ?? [],
    ),
  )
}

/** Every wrong value of each parameter, one at a time, in a request with this body. */
export function wrongOnes(place: Place, body?: WrittenBody): readonly Wanted[] {
  const [bodiless] = whoAsks(place).flatMap((who) => planFor(place, who) ?? [])
  if (bodiless === undefined) return []
  const plain = { ...bodiless, body }
  const { contract } = place.player.oracle.service
  return place.operation.parameters.flatMap((parameter) =>
    wrongValues(contract, parameter.schema).flatMap(
      ({ value }) => wanted(place, withValues(plain, [[parameter, value]])) ?? [],
    ),
  )
}

/** The plain request without each of the parameters that it needs. */
function lacking(place: Place): readonly Wanted[] {
  const [plain] = whoAsks(place).flatMap((who) => planFor(place, who) ?? [])
  if (plain === undefined) return []
  return [...plain.values.keys()]
    .filter((one) => one.in !== 'path')
    .flatMap((left) => wanted(place, without(plain, left)) ?? [])
}
