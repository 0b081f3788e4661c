/** Sends requests by plans, as far as their values can be written, and says what came of them. */
import { alone, fieldValue, inTurn, type Session } from '@plant-store/raw-http'
import type { Sent } from '../../sessions/client/sent.ts'
import { type Place, type Plans, requestsOf } from './plan.ts'

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
