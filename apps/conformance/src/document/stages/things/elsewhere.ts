/** What is below one thing is not there below another. */
import type { AnyOperation } from '../../model.ts'
import { matchPath } from '../../paths.ts'
import { ruleId } from '../../rules.ts'
import { seeNoChange } from './no-changes.ts'
import { operationAt } from './things.ts'
import { type Came, isGone, isSuccess, type Trial } from './trial.ts'
import { bare, holds } from './views.ts'
import { tell } from '../../../quote.ts'

/** So many other things are looked at. */
const mostOthers = 4

/** Where a thing is in the list below one, and not in the list below another, it is not shown, changed or removed there. */
export async function tryElsewhere(trial: Trial): Promise<void> {
  const [, above = '', parent = ''] = /^(.*\/\{([^{}]+)\})\/[^{}]+\/\{[^{}]+\}$/.exec(trial.thing.path) ?? []
  if (trial.isInList || !trial.isListed) return
  for (const other of othersOf(trial, above, parent)) {
    const listed = await trial.list(new Map([[parent, other]]))
    if (listed === undefined || !listed.isWhole || holds(listed.value, trial.name)) continue
    await tryBelow(trial, parent, other)
    return
  }
}

/** What else may be above it, where that is a thing itself. */
function othersOf(trial: Trial, above: string, parent: string): readonly unknown[] {
  const { service } = trial.player.oracle
  const target = trial.wanted(trial.thing.show)?.request.target.replace(/\?.*/s, '') ?? ''
  const own = matchPath(trial.thing.path, target)?.[parent]
  const isThing = operationAt(service.operations, above, 'GET') !== undefined
  const all = isThing && own !== undefined ? service.valuesFor(parent, trial.caller, above) : []
  return all.filter((one) => bare(one) !== bare(own)).slice(0, mostOthers)
}

async function tryBelow(trial: Trial, name: string, other: unknown): Promise<void> {
  const { show, changes, remove } = trial.thing
  const names = new Map([[name, other]])
  const ruleFor = (way: AnyOperation): string => ruleId(way, 'parameter', 'path', name)
  const [before, came] = [await trial.show(), await trial.ask(show, { names })]
  if (before === undefined || came === undefined) return
  const isThere = isSuccess(came) && trial.difference(before, came) === undefined
  const due = `404: it is not in the list below ${bare(other)}`
  if (isThere || isGone(came))
    trial.say(ruleFor(show), isThere ? tell(came.response) : undefined, due, [came])
  // What is shown may be changed as well: that is one fault.
  for (const way of isThere ? [] : [...changes, remove].filter((one) => one !== undefined)) {
    const ask = (): Promise<Came | undefined> => trial.ask(way, { body: trial.anyBody(way), names })
    await seeNoChange(trial, way, `below ${bare(other)}`, ask, ruleFor(way))
  }
}
