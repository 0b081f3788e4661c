/** What is tried of lists: pages and filters, and what a filter shows of what is not there for who asks. */
import { alone } from '@plant-store/raw-http'
import { nothingOf } from '../../oracle/access.ts'
import { ruleId } from '../../rules.ts'
import { filters } from './filters.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { planFor, withValues } from '../plan.ts'
import { askApart, say, type DocumentStage } from '../stage.ts'

/** What a filter has shown to somebody for whom the thing itself is not there, and who else gets it, is not theirs. */
const shown: DocumentStage = {
  name: 'what filters have shown',
  run: async (player) => {
    const { access, service } = player.oracle
    for (const [text, { who, owner, request }] of access.doubted) {
      const { asked } = player.oracle.analyse(request)
      const operation = asked && service.items.get(asked.path)
      const name = operation?.parameters.findLast((one) => one.in === 'path')
      const plain = operation && planFor({ player, operation }, owner)
      if (asked === undefined || name === undefined || plain === undefined) continue
      const plan = withValues(plain, [[name, text]])
      const all = await askApart([plan, { ...plan, caller: who }])
      const statuses = all.map(({ response }) => response?.status).join()
      const [again] = statuses === '200,404' ? await player.client.play(alone({ request })) : []
      const response = again?.response
      if (response?.body.includes(text) !== true) continue
      const came = `${response.status} with ${text}, which is 404 to the same caller by itself`
      say(plan, ruleId(asked, 'access'), { came, due: nothingOf(owner) }, again)
    }
  },
}

/** What is tried of lists; with changes also when they are made, and there are more things, and equal ones. */
export const listsAgain = [pages, filters, orders] as const
export const lists = [...listsAgain, shown] as const
