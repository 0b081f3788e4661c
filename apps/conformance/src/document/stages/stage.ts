/** A part of the work on a document: what it sends for each operation, by plans, and says of what came. */
import { alone, fieldValue, inGroups, inTurn, type Session } from '@plant-store/raw-http'
import { allEnded, type Sent } from '../../sessions/client/sent.ts'
import type { Stage } from '../../sessions/run/run-stages.ts'
import { isSafe } from '../model.ts'
import { interleave } from '../values/shape.ts'
import { type DocumentPlayer, type Place, type Plan, type Plans, plansFor, requestsOf } from './plan.ts'

export type DocumentStage = Stage<DocumentPlayer>

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
    await player.run(interleave(plainOnes(player).map((plain) => sessionsFor(plain))))
  },
})

type Ask = (plans: Plans) => Promise<readonly Sent[]>

/** Several in turn on each connection. */
export const askAll: Ask = async (plans) => (await plans[0]?.player.askAll(requestsOf(plans))) ?? []

/** Each on a connection of its own. */
export const askApart: Ask = async (plans) => (await plans[0]?.player.askApart(requestsOf(plans))) ?? []

/** One after the other on one connection. */
export const askInTurn: Ask = async (plans) =>
  (await plans[0]?.player.run([inTurn(requestsOf(plans))]))?.flat() ?? []

/** Only those that must be refused: what the document leaves open might be done. */
export const askWrong: Ask = async (plans) => {
  const [{ player } = {}] = plans
  const asks = requestsOf(plans).filter(({ request }) => player?.oracle.analyse(request).faults.length !== 0)
  return (await player?.askAll(asks)) ?? []
}

/** Undefined where none came. */
export const fieldOf = (sent: Sent | undefined, name: string): string | undefined =>
  sent?.response && fieldValue(sent.response, name)

/** Says that the rule is kept, or what came in place of what was due: then `session` shows it, by default what was sent alone. */
export function say(
  { player: { oracle, findings, collector } }: Pick<Place, 'player'>,
  rule: string,
  { came, due }: { readonly came: string | undefined; readonly due: string },
  sent: Sent | undefined,
  session?: Session,
): void {
  if (sent === undefined) return
  if (came !== undefined)
    findings.tell({ rule, came, due }, sent, session ?? alone({ request: sent.request }))
  else if (oracle.isChecked(rule)) collector.kept(rule, sent.exchange)
}
