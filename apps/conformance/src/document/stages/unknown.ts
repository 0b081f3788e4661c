/** What is not there, asked for again and again: it is refused as the document says, and of refusals nothing is left behind. */
import { setTimeout } from 'node:timers/promises'
import { fieldValue, inTurn, type Outcome } from '@plant-store/raw-http'
import { rightValues } from '../values/right.ts'
import { ruleId } from '../rules.ts'
import { requestsOf, valuesOf, withValues } from './plan.ts'
import { forEachSafe } from './stage.ts'

/** More than a service has connections to its database. */
const count = 40

/** A service may need some time to be itself again. */
const tries = 4

export const unknown = forEachSafe('what is not there', async (place, plain) => {
  const { player, operation } = place
  const name = operation.parameters.findLast((one) => one.in === 'path')
  const [ask] = requestsOf(place, [plain])
  if (name === undefined || ask === undefined) return
  const { seed } = player.subject
  const known = new Set(valuesOf(place, name, plain.caller))
  const values = rightValues(player.oracle.service.contract, name.schema, { seed }).filter(
    (one) => !known.has(one),
  )
  const absent = requestsOf(
    place,
    values.map((value) => withValues(plain, [[name, value]])),
  )
  const asks = Array.from({ length: count }, (_, at) => absent[at % absent.length]).filter(
    (one) => one !== undefined,
  )
  const ofPlain = async (): Promise<Awaited<ReturnType<typeof player.askApart>>[number] | undefined> =>
    (await player.askApart([ask]))[0]
  const before = await ofPlain()
  await player.askAll(asks)
  if (before === undefined || isUnavailable(before.outcome)) return
  let after = await ofPlain()
  for (let time = 1; time < tries && after !== undefined && isUnavailable(after.outcome); time += 1) {
    await setTimeout(1000, undefined, { signal: player.collector.signal })
    after = await ofPlain()
  }
  if (after === undefined || !isUnavailable(after.outcome)) return
  const came = `503, for ${tries - 1} seconds after ${count} requests for what is not there`
  player.findings.tell({ rule: ruleId(operation, 'success'), came, due: 'a success, as before' }, after, [
    ...inTurn(asks),
    { ask },
  ])
})

/** And does not say for how long. */
const isUnavailable = (outcome: Outcome): boolean =>
  'status' in outcome && outcome.status === 503 && fieldValue(outcome, 'Retry-After') === undefined
