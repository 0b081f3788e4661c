/** What is done to a thing by POST at a path of its own, such as `/orders/{id}/cancel`: what it says was done is seen. */
import type { AnyOperation } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { quote } from '../../../quote.ts'
import { ruleId } from '../../rules.ts'
import { findAccepted } from './accepted.ts'
import { seeNoChange } from './no-changes.ts'
import { schemaIn } from './things.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'
import { bare, viewOf } from './views.ts'

/** Each is done to a thing that was made for it. */
export async function tryActions(trial: Trial): Promise<void> {
  const { create, show, path } = trial.thing
  const { name: own } = trial
  if (create === undefined) return
  const { operations } = trial.player.oracle.service
  const { document } = trial.contract
  const shown = schemaIn(document, show, '200')
  const actions = operations.filter(
    (one) =>
      one.method === 'POST' &&
      one.path.startsWith(`${path}/`) &&
      !operations.some((other) => other.method === 'GET' && other.path === one.path) &&
      /^[^/{}]+$/.test(one.path.slice(path.length + 1)) &&
      shown !== undefined &&
      schemaIn(document, one, '200') === shown,
  )
  for (const action of actions) {
    const { made } = (await findAccepted(trial, create)) ?? {}
    trial.name = made && trial.nameOf(made)
    if (trial.name !== undefined) await tryAction(trial, action)
  }
  trial.name = own
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
