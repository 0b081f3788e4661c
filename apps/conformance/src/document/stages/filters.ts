/** Filters of several values: what they find together, each finds alone or all do, whichever way they are joined. */
import { alone } from '@plant-store/raw-http'
import type { Parameter } from '../model.ts'
import { ruleId } from '../rules.ts'
import { askFor, namesOf, pageOf, pages, type Walked } from './pages.ts'
import { type Place, type Plan, valuesOf, withValues } from './plan.ts'
import { forEachSafe } from './stage.ts'

const filters = forEachSafe('filters of several values', async (place, plain) => {
  for (const parameter of place.operation.parameters.filter((one) => one.in === 'query' && !one.isRequired))
    await tryBoth(place, plain, parameter)
})

/** What is tried of lists. */
export const lists = [pages, filters] as const

/** A parameter may well show more than its list does without it, but two values no more than both. */
async function tryBoth(place: Place, plain: Plan, parameter: Parameter): Promise<void> {
  const { player, operation } = place
  const both = valuesOf(place, parameter, plain.caller)
    .filter((value) => Array.isArray(value))
    .find((value) => value.length === 2 && value[0] !== value[1])
  if (both === undefined) return
  const see = (value: unknown): Promise<Walked | undefined> =>
    pageOf(place, (values) => askFor(place, withValues(plain, [[parameter, value], ...values])))
  const [together, ...each] = [await see(both), await see(both.slice(0, 1)), await see(both.slice(1))]
  const last = together?.pages.at(-1)
  if (last === undefined || each.some((one) => one?.isWhole !== true)) return
  const known = new Set(each.flatMap((one) => (one === undefined ? [] : namesOf(one))))
  const more = together && namesOf(together).find((name) => !known.has(name))
  // Whose it is makes it sure: something may have been made meanwhile.
  const rule = ruleId(operation, 'access')
  const foreign = player.oracle.examine(last.sent).breaches.find((breach) => breach.rule === rule)
  if (more === undefined || foreign === undefined) return
  const due = `${foreign.due}; neither value alone shows ${more}`
  player.findings.tell({ ...foreign, due }, last.sent, alone({ request: last.sent.request }))
}
