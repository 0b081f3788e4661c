/** What is wrong with lists, told where it is so twice: what others have changed meanwhile is no fault. */
import { inTurn } from '@plant-store/raw-http'
import { ruleId } from '../../rules.ts'
import type { Walked } from './walk.ts'
import type { Place, Plan } from '../plan.ts'
import { forEachSafe } from '../stage.ts'

export interface Fault {
  readonly came: string
  readonly due: string
  /** The last is wrong. */
  readonly shown: readonly (Pick<Walked, 'pages'> | undefined)[]
}

export const twice = (
  name: string,
  rule: string,
  look: (place: Place, plain: Plan) => Promise<readonly (Fault | undefined)[]>,
): ReturnType<typeof forEachSafe> =>
  forEachSafe(name, async (place, plain) => {
    const id = ruleId(place.operation, rule)
    if (!place.player.oracle.isChecked(id)) return
    const faults = (await look(place, plain)).filter((one) => one !== undefined)
    const again = faults.length > 0 ? await look(place, plain) : []
    for (const { came, due, shown } of faults.filter((one) => again.some((own) => own?.came === one.came))) {
      const pages = shown.flatMap((one) => one?.pages ?? [])
      for (const { sent } of pages.slice(-1))
        place.player.findings.tell({ rule: id, came, due }, sent, inTurn(pages.map(({ ask }) => ask)))
    }
  })
