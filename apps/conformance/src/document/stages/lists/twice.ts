/** What is wrong with lists, told where it is so twice: what others have changed meanwhile is no fault. */
import { inTurn } from '@plant-store/raw-http'
import type { Sent } from '../../../sessions/client/sent.ts'
import { ruleId } from '../../rules.ts'
import { say } from '../ask.ts'
import type { Plan } from '../plan.ts'
import { type DocumentStage, forEachSafe } from '../stage.ts'

/** What some pages show of a rule. */
export interface Shown {
  /** Undefined where it is kept. */
  readonly came: string | undefined
  readonly due: string
  /** The last is wrong, or right. */
  readonly pages: readonly Sent[]
}

export const twice = (
  name: string,
  rule: string,
  look: (plain: Plan) => Promise<readonly Shown[]>,
): DocumentStage =>
  forEachSafe(name, async (plain) => {
    const id = ruleId(plain.operation, rule)
    if (!plain.player.oracle.isChecked(id)) return
    const first = await look(plain)
    const again = first.some(({ came }) => came !== undefined) ? await look(plain) : first
    for (const shown of first.filter(({ came }) => again.some((one) => one.came === came))) {
      const session = inTurn(shown.pages.map(({ request }) => ({ request })))
      say(plain, id, shown, shown.pages.at(-1), session)
    }
  })
