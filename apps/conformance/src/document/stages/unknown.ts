/** What is not there, asked for again and again: it is refused as the document says, and of refusals nothing is left behind. */
import { setTimeout } from 'node:timers/promises'
import { fieldValue, inTurn } from '@plant-store/raw-http'
import type { Sent } from '../../sessions/client/sent.ts'
import { rightValues } from '../values/right.ts'
import { ruleId } from '../rules.ts'
import { askAll, askApart, responseOf, say } from './ask.ts'
import { requestsOf, valuesOf, withEach } from './plan.ts'
import { forEachSafe } from './stage.ts'

/** More than a service has connections to its database. */
const count = 40

/** A service may need some time to be itself again. */
const tries = 4

export const unknown = forEachSafe('what is not there', async (plain) => {
  const { player, operation } = plain
  const name = operation.parameters.findLast((one) => one.in === 'path')
  if (name === undefined) return
  const known = new Set(valuesOf(plain, name))
  const values = rightValues(player.oracle.service.contract, name.schema, { seed: player.subject.seed })
  const absent = withEach(
    plain,
    name,
    values.filter((one) => !known.has(one)),
  )
  const plans = Array.from({ length: count }, (_, at) => absent.slice(at % absent.length).slice(0, 1)).flat()
  const [before] = await askApart([plain])
  await askAll(plans)
  if (before === undefined || isUnavailable(before)) return
  let [after] = await askApart([plain])
  for (let time = 1; time < tries && isUnavailable(after); time += 1) {
    await setTimeout(1000, undefined, { signal: player.collector.signal })
    ;[after] = await askApart([plain])
  }
  if (after === undefined || !isUnavailable(after)) return
  const came = `503, for ${tries - 1} seconds after ${count} requests for what is not there`
  const session = inTurn(requestsOf([...plans, plain]))
  say(plain, ruleId(operation, 'success'), { came, due: 'a success, as before' }, after, session)
})

/** And does not say for how long. */
const isUnavailable = (sent: Sent | undefined): boolean => {
  const response = responseOf(sent)
  return response?.status === 503 && fieldValue(response, 'Retry-After') === undefined
}
