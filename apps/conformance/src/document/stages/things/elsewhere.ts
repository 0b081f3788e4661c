/** What is below one thing is not there below another. */
import type { AnyOperation } from '../../model.ts'
import { ruleOf } from '../../oracle/parameters.ts'
import { tell } from '../../oracle/asked.ts'
import { matchPath } from '../../paths.ts'
import { listBy } from './listed.ts'
import { changing, operationAt } from './things.ts'
import { isGone, isSuccess, type Trial } from './trial.ts'
import { bare, holds } from './views.ts'

/** So many other things are looked at. */
const mostOthers = 4

/** Where a thing is in the list below one, and not in the list below another, it is not shown, changed or removed there. */
export async function tryElsewhere(trial: Trial): Promise<void> {
  const { show, path, create } = trial.thing
  const [, above = '', parent = ''] = /^(.*\/\{([^{}]+)\})\/[^{}]+\/\{[^{}]+\}$/.exec(path) ?? []
  if (trial.isInList || !trial.isListed) return
  for (const other of othersOf(trial, above, parent)) {
    const listed = await listBy(trial, new Map([[parent, other]]))
    if (listed === undefined || !listed.isWhole || holds(listed.value, trial.name)) continue
    // What is shown may be changed as well: that is one fault.
    for (const way of [show, ...changing(trial.thing).filter((one) => one !== create)])
      if (await isThere(trial, way, [parent, other])) return
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

/** Whether it is shown, or what was asked for was done. */
async function isThere(
  trial: Trial,
  way: AnyOperation,
  [name, other]: readonly [string, unknown],
): Promise<boolean> {
  const before = await trial.show()
  const came = await trial.ask(way, { body: trial.anyBody(way), names: new Map([[name, other]]) })
  const after = await trial.show()
  const parameter = way.parameters.find((one) => one.in === 'path' && one.name === name)
  if (parameter === undefined || before === undefined || came === undefined || after === undefined)
    return false
  const isToShow = way === trial.thing.show
  const isSame = trial.difference(before, isToShow ? came : after) === undefined
  const isDone = isSuccess(before) && isSuccess(came) && isSame === isToShow
  const said = isDone ? tell(came.response) : undefined
  const due = `404: it is not in the list below ${bare(other)}`
  if (isDone || isGone(came)) trial.say(ruleOf(way, 'parameter', parameter), said, due, [after, came])
  return isDone
}
