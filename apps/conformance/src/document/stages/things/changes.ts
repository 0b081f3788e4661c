/** What changes things, with --writes: created is found, changed is seen, deleted is gone. It is tried on what was made for it. */
import { isSafe, type AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { writeBody } from '../../values/write-body.ts'
import type { DocumentPlayer } from '../plan.ts'
import type { DocumentStage } from '../stage.ts'
import { tryActions } from './actions.ts'
import { change } from './change.ts'
import { tryElsewhere } from './elsewhere.ts'
import { make } from './making.ts'
import { removeBy, tryAbsent, tryRefused } from './no-changes.ts'
import { changing, thingsOf } from './things.ts'
import { listBy } from './listed.ts'
import { type Came, isGone, isSuccess, Trial } from './trial.ts'
import { differenceOf, holds, objectOf, view } from './views.ts'

/** It runs last, since afterwards other things exist. */
export const changes: DocumentStage = {
  name: 'changes',
  run: async (player) => {
    player.oracle.steady.end()
    const { contract, operations } = player.oracle.service
    const trials = thingsOf({ ...contract, operations }).map((thing) => new Trial(player, thing))
    for (const trial of trials) await tryThing(trial)
    const tried = new Set(trials.flatMap(({ thing }) => changing(thing)))
    const others = operations.filter((one) => !isSafe(one.method) && !tried.has(one))
    for (const operation of others) await tryOther(player, operation)
  },
}

function skip({ player }: Trial, operations: readonly AnyOperation[], reason: string): void {
  for (const one of operations)
    for (const what of ['effect', 'no-effect']) player.collector.inconclusive(ruleId(one, what), reason)
}

async function tryThing(trial: Trial): Promise<void> {
  const { create, name } = trial.thing
  if (create !== undefined) {
    await tryRefused(trial, create)
    await make(trial, create)
  }
  const isBorrowed = borrow(trial)
  const first = name === undefined || trial.name !== undefined ? await trial.show() : undefined
  if (first === undefined || !isSuccess(first)) {
    skip(trial, changing(trial.thing), 'Nothing was made that it could be tried on.')
    return
  }
  // The only one of its kind, and one that is borrowed, is not ours: it is not removed, and becomes what it was.
  await tryChanges(trial, name === undefined || isBorrowed ? first : undefined)
}

/** What nothing here makes is borrowed from the world file, where it can be put back. */
function borrow(trial: Trial): boolean {
  const { create, changes: ways, name } = trial.thing
  if (create !== undefined || name === undefined || !ways.some(({ method }) => method === 'PUT')) return false
  trial.name = trial.player.oracle.service.givenFor(name, trial.caller)
  return true
}

/** `toRestore`: what the thing was, if it is not ours. */
async function tryChanges(trial: Trial, toRestore: Came | undefined): Promise<void> {
  const { remove, changes: ways } = trial.thing
  const removing = remove === undefined || toRestore !== undefined ? [] : [remove]
  for (const way of [...ways, ...removing]) await tryRefused(trial, way)
  for (const way of ways) await change(trial, way)
  if (toRestore !== undefined) {
    await restore(trial, toRestore)
    return
  }
  await tryActions(trial)
  await tryElsewhere(trial)
  if (remove !== undefined) await removeIt(trial, remove)
}

/** What no operation shows by itself: a list at the same path may. Nothing is removed that was not made here. */
async function tryOther(player: DocumentPlayer, operation: AnyOperation): Promise<void> {
  const list = player.oracle.service.operations.find(
    ({ method, path }) => method === 'GET' && path === operation.path,
  )
  const trial = new Trial(player, {
    show: operation,
    path: operation.path,
    changes: [],
    create: operation,
    ...(list !== undefined && { list }),
  })
  await tryRefused(trial, operation)
  if (operation.method === 'POST') await make(trial, operation)
  skip(trial, [operation], 'No operation shows what this one does.')
}

async function restore(trial: Trial, first: Came): Promise<void> {
  const way = trial.thing.changes.find(({ method }) => method === 'PUT')
  const [content] = way?.body?.contents ?? []
  const body = content && writeBody(trial.contract, content, objectOf(trial.view(first)))
  if (way !== undefined && body !== undefined) await trial.ask(way, { body })
}

async function removeIt(trial: Trial, remove: AnyOperation): Promise<void> {
  const before = await trial.show()
  const removed = await removeBy(trial, remove)
  const after = removed !== undefined && isSuccess(removed) ? await trial.show() : undefined
  if (before === undefined || after === undefined) return
  const rule = ruleId(remove, 'effect')
  if (isSuccess(after)) {
    // What is only marked as removed may still be shown, as something else.
    if (differenceOf(view(before.response), view(after.response)) !== undefined) return
    const came = `${after.response.status} with what was there before`
    trial.say(rule, { came, due: '404 or 410' }, [removed, after])
    return
  }
  trial.say(rule, { came: undefined, due: '' }, [after])
  if (trial.isListed) await seeList(trial, rule, removed)
  if (!isGone(after)) return
  await tryAbsent(trial)
  await tryGone(trial, remove)
}

/** What is not there can't be changed, unless that makes it anew. The oracle sees whether the service fails. */
async function tryGone(trial: Trial, remove: AnyOperation): Promise<void> {
  await trial.ask(remove)
  for (const way of trial.thing.changes) {
    const changed = await trial.ask(way, { body: trial.fresh(trial.rightBodies(way)[0]) })
    const after = changed && isSuccess(changed) ? await trial.show() : undefined
    if (changed === undefined || after === undefined) continue
    const came = isGone(after) ? `${changed.response.status} for what was removed` : undefined
    trial.say(ruleId(way, 'effect'), { came, due: '404 or 410' }, [changed, after])
  }
}

async function seeList(trial: Trial, rule: string, removed: Came | undefined): Promise<void> {
  const listed = await listBy(trial)
  if (listed === undefined) return
  // What depends on it may be gone as well.
  const came = holds(listed.value, trial.name) ? 'a list with what was removed' : undefined
  trial.say(rule, { came, due: 'a list without it' }, [removed, listed.came])
}
