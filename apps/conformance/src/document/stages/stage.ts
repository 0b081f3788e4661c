/** A part of the work on a document: what it sends for each operation. */
import type { Stage } from '../../sessions/run/run-stages.ts'
import { isSafe } from '../model.ts'
import { type DocumentPlayer, type Place, type Plan, plansFor } from './plan.ts'

export type DocumentStage = Stage<DocumentPlayer>

/** Does its work for each operation that changes nothing, or that may, with the plan of its plain request; what has none is left out. */
const forEach =
  (isChanging: boolean) =>
  (name: string, work: (place: Place, plain: Plan) => Promise<unknown>): DocumentStage => ({
    name,
    run: async (player) => {
      for (const operation of player.oracle.service.operations) {
        const [plain] = isSafe(operation.method) === isChanging ? [] : plansFor({ player, operation })
        if (plain !== undefined) await work({ player, operation }, plain)
      }
    },
  })

export const forEachSafe = forEach(false)
export const forEachChanging = forEach(true)
