/** A part of the work on a document: what it sends for each operation. */
import { inGroups, type Session } from '@plant-store/raw-http'
import type { Stage, Stages } from '../../sessions/run/run-stages.ts'
import { allEnded } from '../../sessions/client/sent.ts'
import { isSafe } from '../model.ts'
import { inTurn } from '../values/shape.ts'
import { type DocumentPlayer, type Plan, type Plans, plansFor } from './plan.ts'

export type DocumentStage = Stage<DocumentPlayer>
export type DocumentStages = Stages<DocumentPlayer>

/** The plain request for each operation that changes nothing, or that may; what has none is left out. */
export const plainOnes = (player: DocumentPlayer, isChanging = false): Plans =>
  player.oracle.service.operations
    .filter(({ method }) => isSafe(method) !== isChanging)
    .flatMap((operation) => plansFor({ player, operation }).slice(0, 1))

/** Does its work for so many operations at a time. Nothing is left running when one fails. */
const forEach =
  (isChanging: boolean, atATime = 1) =>
  (name: string, work: (plain: Plan) => Promise<unknown>): DocumentStage => ({
    name,
    run: async (player) => {
      const many = player.subject.rate === undefined ? atATime : 1
      for (const some of inGroups(plainOnes(player, isChanging), many))
        await allEnded(some.map((plain) => work(plain)))
    },
  })

export const forEachSafe = forEach(false)
/** Most of the time, one waits for responses. */
export const severalSafe = forEach(false, 4)
export const forEachChanging = forEach(true)

/** Plays the same sessions for all operations that change nothing at once: those that wait for the same wait together. */
export const together = (name: string, sessionsFor: (plain: Plan) => readonly Session[]): DocumentStage => ({
  name,
  run: async (player) => {
    await player.run(inTurn(plainOnes(player).map((plain) => sessionsFor(plain))))
  },
})
