/** What was removed is gone: by itself, from its list, and for whoever would change it. */
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { seeChange } from './changed.ts'
import { tryAbsent } from './if-match.ts'
import { isGone, isSuccess, successOf, type Trial } from './trial.ts'
import { differenceOf, holds, shownBy } from './views.ts'

export async function removeIt(trial: Trial, remove: AnyOperation): Promise<void> {
  const step = await seeChange(trial, () => trial.ask(remove))
  if (step === undefined) return
  const [before, removed, after] = step
  const rule = ruleId(remove, 'effect')
  if (isSuccess(after)) {
    // What is only marked as removed may still be shown, as something else.
    if (differenceOf(shownBy(before), shownBy(after)) !== undefined) return
    trial.say(rule, `${after.response.status} with what was there before`, '404 or 410', [removed, after])
    return
  }
  trial.say(rule, undefined, '', [after])
  const listed = trial.isListed ? await trial.list() : undefined
  // What depends on it may be gone as well.
  const came = listed && holds(listed.value, trial.name) ? 'a list with what was removed' : undefined
  if (listed !== undefined) trial.say(rule, came, 'a list without it', [removed, listed.came])
  if (isGone(after)) await tryGone(trial, remove)
}

/** What is not there can't be changed, unless that makes it anew. The oracle sees whether the service fails. */
async function tryGone(trial: Trial, remove: AnyOperation): Promise<void> {
  await trial.ask(remove)
  for (const way of trial.thing.changes) await tryAbsent(trial, way)
  for (const way of trial.thing.changes) {
    const changed = successOf(await trial.ask(way, { body: trial.anyBody(way) }))
    const after = changed && (await trial.show())
    const came = changed && isGone(after) ? `${changed.response.status} for what was removed` : undefined
    if (after !== undefined) trial.say(ruleId(way, 'effect'), came, '404 or 410', [changed, after])
  }
}
