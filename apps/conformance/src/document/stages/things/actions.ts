/** What is done to a thing by POST at a path of its own, such as `/orders/{id}/cancel`: what it says was done is seen. */
import { randomUUID } from 'node:crypto'
import type { AnyOperation } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { quote } from '../../../quote.ts'
import { ruleId } from '../../rules.ts'
import { isKey } from '../plan.ts'
import { findAccepted } from './accepted.ts'
import { seeNoChange } from './no-changes.ts'
import { schemaIn } from './things.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'
import { bare, differenceOf, view, viewOf } from './views.ts'

/** Each is done to a thing that was made for it. */
export async function tryActions(trial: Trial): Promise<void> {
  const { create, show, path } = trial.thing
  const { name: own } = trial
  if (create === undefined) return
  const { operations } = trial.player.oracle.service
  const shown = schemaIn(trial.contract.document, show, '200')
  const actions = operations.filter(
    (one) =>
      one.method === 'POST' &&
      one.path.startsWith(`${path}/`) &&
      !operations.some((other) => other.method === 'GET' && other.path === one.path) &&
      /^[^/{}]+$/.test(one.path.slice(path.length + 1)),
  )
  for (const action of actions) {
    const { made } = (await findAccepted(trial, create)) ?? {}
    trial.name = made && trial.nameOf(made)
    const isShown = shown !== undefined && schemaIn(trial.contract.document, action, '200') === shown
    if (trial.name !== undefined) await tryKey(trial, action)
    if (trial.name !== undefined && isShown) await tryAction(trial, action)
  }
  trial.name = own
}

/** The service's own members are looked at, too. */
const differ = (one: Came, other: Came): string | undefined =>
  differenceOf(view(one.response), view(other.response))

/** What is asked for again with the same key is not done again. */
async function tryKey(trial: Trial, action: AnyOperation): Promise<void> {
  const key = action.parameters.find((one) => isKey(one))
  if (key === undefined) return
  const how = { body: trial.rightBodies(action)[0], fields: [[key.name, randomUUID()] as const] }
  const came = await trial.ask(action, how)
  if (came === undefined || !isSuccess(came)) return
  const [first, second] = [await trial.show(), await trial.show()]
  const again = await trial.ask(action, how)
  const last = await trial.show()
  if (first === undefined || second === undefined || last === undefined) return
  // What is another each time tells nothing.
  if (differ(first, second) !== undefined) return
  const due = `nothing new: both have the same ${key.name}`
  trial.say(ruleId(action, 'effect'), { came: differ(second, last), due }, [came, again])
}

async function tryAction(trial: Trial, action: AnyOperation): Promise<void> {
  const [body] = trial.rightBodies(action)
  const act = (): Promise<Came | undefined> => trial.askRight(action, { body })
  const before = await trial.show()
  const came = await act()
  const after = await trial.show()
  if (came !== undefined && isSuccess(came) && before !== undefined && after !== undefined)
    compareSaid(trial, action, [before, came, after])
  // Also what is refused for the second time.
  await seeNoChange(trial, action, 'by what was refused', act)
}

/** A member that is what it was, though the response has another. */
function compareSaid(
  trial: Trial,
  action: AnyOperation,
  [before, came, after]: readonly [Came, Came, Came],
): void {
  const [old, said, now] = [before, came, after].map(({ response }) => viewOf(readJson(response).value))
  // Otherwise it may be about another thing, such as a copy.
  const names = [...(old ?? [])].filter(([, text]) => bare(text) === bare(trial.name))
  if (names.length === 0 || names.some(([name, text]) => said?.get(name) !== text)) return
  const stale = [...(said ?? [])].find(
    ([name, text]) => old?.has(name) === true && old.get(name) !== text && now?.get(name) === old.get(name),
  )
  const still = stale && `${stale[0]} is still ${quote(old?.get(stale[0]) ?? '')}`
  trial.say(ruleId(action, 'effect'), { came: still, due: quote(stale?.[1] ?? '') }, [came, after])
}
