/** What is tried of lists: pages and filters, and what a filter shows of what is not there for who asks. */
import { alone } from '@plant-store/raw-http'
import { type Doubted, nothingOf } from '../../oracle/access.ts'
import { ruleId } from '../../rules.ts'
import { filters } from './filters.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { type DocumentPlayer, planFor, withValues } from '../plan.ts'
import { askApart, say, type DocumentStage } from '../stage.ts'

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
  const operation = asked && player.oracle.service.items.get(asked.path)
  const name = operation?.parameters.findLast((one) => one.in === 'path')
  const plain = operation && planFor({ player, operation }, owner)
  if (asked === undefined || name === undefined || plain === undefined) return
  const plan = withValues(plain, [[name, text]])
  const all = await askApart([plan, { ...plan, caller: who }])
  const [its, theirs] = all.map(({ response }) => response?.status)
  const [again] = its === 200 && theirs === 404 ? await player.client.play(alone({ request })) : []
  const response = again?.response
  if (response?.body.includes(text) !== true) return
  const came = `${response.status} with ${text}, which is 404 to the same caller by itself`
  say(plan, ruleId(asked, 'access'), { came, due: nothingOf(owner) }, again)
}

/** What is tried of lists; with changes also when they are made, and there are more things, and equal ones. */
export const listsAgain = [pages, filters, orders] as const
export const lists = [...listsAgain, shown] as const
