/** A part of the work on a document: what it sends for each operation. */
import type { Stage, Stages } from '../../sessions/run/run-stages.ts'
import { isSafe } from '../model.ts'
import { inGroups, type Session } from '@plant-store/raw-http'
import { throwFirst } from '../../sessions/client/over.ts'
import { inTurn } from '../values/shape.ts'
import { type DocumentPlayer, type Place, type Plan, plansFor } from './plan.ts'

export type DocumentStage = Stage<DocumentPlayer>
export type DocumentStages = Stages<DocumentPlayer>

/** The operations that change nothing, or that may, each with the plan of its plain request; what has none is left out. */
const plannedOf = (player: DocumentPlayer, isChanging: boolean): readonly (readonly [Place, Plan])[] =>
  player.oracle.service.operations.flatMap((operation) => {
    const [plain] = isSafe(operation.method) === isChanging ? [] : plansFor({ player, operation })
    return plain === undefined ? [] : [[{ player, operation }, plain] as const]
  })

const forEach =
  (isChanging: boolean) =>
  (name: string, work: (place: Place, plain: Plan) => Promise<unknown>): DocumentStage => ({
    name,
    run: async (player) => {
      for (const [place, plain] of plannedOf(player, isChanging)) await work(place, plain)
    },
  })

export const forEachSafe = forEach(false)
export const forEachChanging = forEach(true)

/** So many operations at a time: most of the time, one waits for responses. */
const most = 4

/** Does its work for several operations that change nothing at a time. Nothing is left running when one fails. */
export const severalSafe = (
  name: string,
  work: (place: Place, plain: Plan) => Promise<unknown>,
): DocumentStage => ({
  name,
  run: async (player) => {
    const atATime = player.subject.rate === undefined ? most : 1
    for (const some of inGroups(plannedOf(player, false), atATime)) {
      const ends = await Promise.allSettled(some.map(([place, plain]) => work(place, plain)))
      throwFirst(ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : [])))
    }
  },
})

/** Plays the same sessions for all operations that change nothing at once: those that wait for the same wait together. */
export const together = (
  name: string,
  sessionsFor: (place: Place, plain: Plan) => readonly Session[],
): DocumentStage => ({
  name,
  run: async (player) => {
    const all = plannedOf(player, false).map(([place, plain]) => sessionsFor(place, plain))
    await player.run(inTurn(all))
  },
})
