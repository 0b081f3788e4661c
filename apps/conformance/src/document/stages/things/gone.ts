/** What was removed is gone: by itself, from its list, and for whoever would change it. What is below one thing is not there below another. */
import { tell } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { planFor } from '../plan.ts'
import { seeChange, seeNoChange } from './steps.ts'
import { operationAt } from './things.ts'
import { Trial } from './trial.ts'
import { bare, type Came, differenceOf, holds, isGone, isSuccess, shownBy, successOf } from './views.ts'

export async function removeIt(trial: Trial, remove: AnyOperation): Promise<void> {
  const step = await seeChange(trial, () => trial.ask(remove))
  if (step === undefined) return
  const [before, removed, after] = step
  // What is only marked as removed may still be shown, as something else.
  if (isSuccess(after) && differenceOf(shownBy(before), shownBy(after)) !== undefined) return
  const rule = ruleId(remove, 'effect')
  const there = isSuccess(after) ? `${after.response.status} with what was there before` : undefined
  trial.say(rule, there, '404 or 410', [removed, after])
  if (there !== undefined) return
  const listed = trial.isListed ? await trial.list() : undefined
  // What depends on it may be gone as well.
  const came = listed && holds(listed.items, trial.name) ? 'a list with what was removed' : undefined
  if (listed !== undefined) trial.say(rule, came, 'a list without it', [removed, listed.came])
  if (isGone(after)) await tryGone(trial, remove)
}

/** What is not there can't be changed, unless that makes it anew. The oracle sees whether the service fails. */
async function tryGone(trial: Trial, remove: AnyOperation): Promise<void> {
  await trial.ask(remove)
  for (const way of trial.thing.changes) {
    const changed = successOf(await trial.ask(way, { body: trial.anyBody(way) }))
    const after = changed && (await trial.show())
    const came = changed && isGone(after) ? `${changed.response.status} for what was removed` : undefined
    if (after !== undefined) trial.say(ruleId(way, 'effect'), came, '404 or 410', [changed, after])
  }
}

/** So many other things are looked at. */
const mostOthers = 4

/** Where a thing is in the list below one, and not in the list below another, it is not shown, changed or removed there. */
export async function tryElsewhere(trial: Trial): Promise<void> {
  const [, above = '', parent = ''] = /^(.*\/\{([^{}]+)\})\/[^{}]+\/\{[^{}]+\}$/.exec(trial.thing.path) ?? []
  if (trial.isInList || !trial.isListed) return
  for (const other of othersOf(trial, above, parent)) {
    const there = new Trial(trial.player, trial.thing, new Map([[parent, other]]))
    there.name = trial.name
    const listed = await there.list()
    if (listed === undefined || !listed.isWhole || holds(listed.items, trial.name)) continue
    await tryThere(trial, there, parent)
    return
  }
}

/** What else may be above it, where that is a thing itself. */
function othersOf(trial: Trial, above: string, parent: string): readonly unknown[] {
  const { service } = trial.player.oracle
  const { values = [] } = planFor({ player: trial.player, operation: trial.thing.show }, trial.caller) ?? {}
  const [, own] = [...values].find(([{ name }]) => name === parent) ?? []
  const isThing = operationAt(service.operations, above, 'GET') !== undefined
  const all = isThing && own !== undefined ? service.valuesFor(parent, trial.caller, above) : []
  return all.filter((one) => bare(one) !== bare(own)).slice(0, mostOthers)
}

/** `there`: the same below another thing, which this variable names. */
async function tryThere(trial: Trial, there: Trial, variable: string): Promise<void> {
  const { show, changes, remove } = trial.thing
  const ruleFor = (way: AnyOperation): string => ruleId(way, 'parameter', 'path', variable)
  const [before, came] = [await trial.show(), await there.show()]
  if (before === undefined || came === undefined) return
  const isThere = isSuccess(came) && trial.difference(before, came) === undefined
  const due = '404: it is not in the list there'
  if (isThere || isGone(came))
    trial.say(ruleFor(show), isThere ? tell(came.response) : undefined, due, [came])
  // What is shown may be changed as well: that is one fault.
  for (const way of isThere ? [] : [...changes, remove].filter((one) => one !== undefined)) {
    const ask = (): Promise<Came | undefined> => there.ask(way, { body: trial.anyBody(way) })
    await seeNoChange(trial, way, 'below another thing', ask, ruleFor(way))
  }
}
