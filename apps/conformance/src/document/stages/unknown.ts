/** What is not there, asked for again and again: it is refused as the document says, and of refusals nothing is left behind. */
import { setTimeout } from 'node:timers/promises'
import { inTurn } from '@plant-store/raw-http'
import { rightValues } from '../values/right.ts'
import { ruleId } from '../rules.ts'
import { askAll, askApart, fieldOf, say } from './ask.ts'
import { requestsOf, valuesOf, withEach } from './plan.ts'
import { forEachSafe } from './stage.ts'

/** More than a service has connections to its database. */
const count = 40

/** A service may need some time to be itself again. */
const restsMs = [0, 1000, 2000]

export const unknown = forEachSafe('what is not there', async (plain) => {
  const { player, operation } = plain
  const name = operation.parameters.findLast((one) => one.in === 'path')
  const [before] = await askApart([plain])
  if (name === undefined || before?.response?.status === 503) return
  const known = new Set(valuesOf(plain, name))
  const right = rightValues(player.oracle.service.contract, name.schema)
  const absent = right.filter((one) => !known.has(one))
  const plans = withEach(plain, name, Array.from({ length: count }, () => absent).flat()).slice(0, count)
  await askAll(plans)
  for (const [at, restMs] of restsMs.entries()) {
    await setTimeout(restMs, undefined, { signal: player.collector.signal })
    const [sent] = await askApart([plain])
    // Unless it says for how long.
    if (sent?.response?.status !== 503 || fieldOf(sent, 'Retry-After') !== undefined) return
    const came = `503, for three seconds after ${count} requests for what is not there`
    const said = { came, due: 'a success, as before' }
    if (at === restsMs.length - 1)
      say(plain, ruleId(operation, 'success'), said, sent, inTurn(requestsOf([...plans, plain])))
  }
})
