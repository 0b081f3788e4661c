/** Filters of several values: what they find together, each finds alone or all do, whichever way they are joined. */
import { alone } from '@plant-store/raw-http'
import type { Breach } from '../../oracle/examination.ts'
import type { Sent } from '../../sessions/client/sent.ts'
import { statusOf } from '../../exchange.ts'
import type { Parameter } from '../model.ts'
import { type Doubted, nothingOf } from '../oracle/access.ts'
import { ruleId } from '../rules.ts'
import { askFor, namesOf, pageOf, pages, type Walked } from './pages.ts'
import {
  type DocumentPlayer,
  type Place,
  type Plan,
  planFor,
  requestsOf,
  valuesOf,
  withValues,
} from './plan.ts'
import { type DocumentStage, forEachSafe } from './stage.ts'

const filters = forEachSafe('filters of several values', async (place, plain) => {
  for (const parameter of place.operation.parameters.filter((one) => one.in === 'query' && !one.isRequired))
    await tryBoth(place, plain, parameter)
})

/** What a filter has shown to somebody for whom the thing itself is not there, and who else gets it, is not theirs. */
const shown: DocumentStage = {
  name: 'what filters have shown',
  run: async (player) => {
    for (const [text, one] of player.oracle.access.doubted) await askForItself(player, text, one)
  },
}

async function askForItself(
  player: DocumentPlayer,
  text: string,
  { who, owner, request }: Doubted,
): Promise<void> {
  const { asked } = player.oracle.analyse(request)
  const operation = player.oracle.service.operations.find(
    ({ method, path }) => method === 'GET' && path.replace(/\/\{[^{}]+\}$/, '') === asked?.path,
  )
  const name = operation?.parameters.findLast((one) => one.in === 'path')
  const plain = operation && planFor({ player, operation }, owner)
  if (asked === undefined || operation === undefined || name === undefined || plain === undefined) return
  const plan = withValues(plain, [[name, text]])
  const all = await player.askApart(requestsOf({ player, operation }, [plan, { ...plan, caller: who }]))
  const [its, theirs] = all.map(({ outcome }) => statusOf(outcome))
  const [again] = its === 200 && theirs === 404 ? await player.client.play(alone({ request })) : []
  if (again === undefined || 'noResponse' in again.outcome || !again.outcome.body.includes(text)) return
  const came = `${again.outcome.status} with ${text}, which is 404 to the same caller by itself`
  const breach = { rule: ruleId(asked, 'access'), came, due: nothingOf(owner) }
  player.findings.tell(breach, again, alone({ request }))
}

/** What is tried of lists. */
export const lists = [pages, filters, shown] as const

/** Somebody else's text that came to the same caller before, and was then taken for what a filter may show to all. */
function doubtedIn({ player, operation }: Place, { request, outcome }: Sent): Breach | undefined {
  const { caller } = player.oracle.analyse(request)
  const found = [...player.oracle.access.doubted].find(
    ([text, { who }]) => who === caller && 'body' in outcome && outcome.body.includes(text),
  )
  if (found === undefined) return undefined
  const [text, { owner }] = found
  const rule = ruleId(operation, 'access')
  return { rule, came: `${text}, in a list with both values`, due: nothingOf(owner) }
}

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
  const seen = player.oracle.examine(last.sent).breaches.find((breach) => breach.rule === rule)
  const foreign = seen ?? doubtedIn(place, last.sent)
  if (more === undefined || foreign === undefined) return
  const due = `${foreign.due}; neither value alone shows ${more}`
  player.findings.tell({ ...foreign, due }, last.sent, alone({ request: last.sent.request }))
}
