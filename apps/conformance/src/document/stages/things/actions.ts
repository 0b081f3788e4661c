/** What is done to a thing by POST at a path of its own, such as `/orders/{id}/cancel`: what it says was done is seen. */
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { seeChange, type Step } from './changed.ts'
import { tryKey } from './keys.ts'
import { findAccepted } from './making.ts'
import { byRefused, seeNoChange } from './no-changes.ts'
import { schemaIn, operationAt } from './things.ts'
import { type Came, type Trial } from './trial.ts'
import { bare, differing, shownBy, staleOf } from './views.ts'

/** Each is done to a thing that was made for it. */
export async function tryActions(trial: Trial, create: AnyOperation): Promise<void> {
  const { thing, name, contract } = trial
  const { show, path } = thing
  const { operations } = trial.player.oracle.service
  const shown = schemaIn(contract.document, show, '200')
  const actions = operations.filter(
    (one) =>
      one.method === 'POST' &&
      one.path.startsWith(`${path}/`) &&
      operationAt(operations, one.path, 'GET') === undefined &&
      /^[^/{}]+$/.test(one.path.slice(path.length + 1)),
  )
  for (const action of actions) {
    const made = await findAccepted(trial, create)
    trial.name = made && trial.nameOf(made)
    if (trial.name === undefined) continue
    await tryKey(trial, action, trial.rightBodies(action)[0])
    if (shown !== undefined && schemaIn(contract.document, action, '200') === shown)
      await tryAction(trial, action)
  }
  trial.name = name
}

async function tryAction(trial: Trial, action: AnyOperation): Promise<void> {
  const act = (): Promise<Came | undefined> => trial.askRight(action, trial.rightBodies(action)[0])
  const step = await seeChange(trial, act)
  if (step !== undefined) compareSaid(trial, action, step)
  // Also what is refused for the second time.
  await seeNoChange(trial, action, byRefused, act)
}

/** A member that is what it was, though the response has another. */
function compareSaid(trial: Trial, action: AnyOperation, [before, came, after]: Step): void {
  const [old, said] = [shownBy(before), shownBy(came)]
  // Otherwise it may be about another thing, such as a copy.
  const names = [...old].filter(([, text]) => bare(text) === bare(trial.name))
  if (names.length === 0 || names.some(([name, text]) => said.get(name) !== text)) return
  const [stale, due] = staleOf(differing(said, old), old, shownBy(after))
  trial.say(ruleId(action, 'effect'), stale, due, [came, after])
}
