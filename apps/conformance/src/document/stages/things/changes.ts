/** What changes things, with --writes: created is found, changed is seen, deleted is gone. It is tried on what was made for it. */
import { isSafe, type AnyOperation } from '../../model.ts'
import { schemasOf } from '../../paging.ts'
import { ruleId } from '../../rules.ts'
import { writeBody } from '../../values/bodies.ts'
import type { DocumentStage } from '../stage.ts'
import { change } from './change.ts'
import { removeIt, tryElsewhere } from './gone.ts'
import { findAccepted, make } from './making.ts'
import { tryConditions, tryRefused } from './refused.ts'
import { byRefused, seeChange, seeNoChange, tryKey } from './steps.ts'
import { changing, operationAt, type Thing, thingsOf } from './things.ts'
import { Trial } from './trial.ts'
import { bare, type Came, differing, objectOf, shownBy, staleOf, successOf } from './views.ts'

/** It runs last, since afterwards other things exist. */
export const changes: DocumentStage = {
  name: 'changes',
  run: async (player) => {
    player.oracle.steady.end()
    const { service } = player.oracle
    const trials = thingsOf(service).map((thing) => new Trial(player, thing))
    const changed = trials.filter(({ thing }) => changing(thing).length > 0)
    for (const trial of changed) await tryThing(trial)
    const tried = new Set(changed.flatMap(({ thing }) => changing(thing)))
    for (const operation of service.operations.filter((one) => !isSafe(one.method) && !tried.has(one))) {
      const { path } = operation
      const list = operationAt(service.operations, path, 'GET')
      await tryOther(
        new Trial(player, { show: operation, path, changes: [], create: operation, list }),
        operation,
      )
    }
  },
}

function skip({ player }: Trial, operations: readonly AnyOperation[], reason: string): void {
  for (const one of operations)
    for (const what of ['effect', 'no-effect']) player.collector.inconclusive(ruleId(one, what), reason)
}

async function tryThing(trial: Trial): Promise<void> {
  const { create, name, changes: ways, remove } = trial.thing
  if (create === undefined) borrow(trial)
  else {
    await tryRefused(trial, create)
    await make(trial, create)
  }
  const first = name !== undefined && trial.name === undefined ? undefined : successOf(await trial.show())
  if (first === undefined) {
    skip(trial, changing(trial.thing), 'Nothing was made that it could be tried on.')
    return
  }
  const removing = create === undefined || remove === undefined ? [] : [remove]
  for (const way of [...ways, ...removing]) {
    await tryRefused(trial, way)
    await tryConditions(trial, way)
  }
  for (const way of ways) await change(trial, way)
  // The only one of its kind, and one that is borrowed, is not ours: it is not removed, and becomes what it was.
  if (create === undefined) await restore(trial, first)
  else {
    await tryActions(trial, create)
    await tryElsewhere(trial)
    for (const one of removing) await removeIt(trial, one)
  }
}

/** What is done to a thing by POST at a path of its own, such as `/orders/{id}/cancel`, each to one that was made for it, if there can be more. */
async function tryActions(trial: Trial, create: AnyOperation): Promise<void> {
  const { thing, name, contract } = trial
  const { show, path } = thing
  const { operations } = trial.player.oracle.service
  const [shown] = schemasOf(contract.document, show)
  const actions = operations.filter(
    (one) =>
      one.method === 'POST' &&
      one.path.startsWith(`${path}/`) &&
      operationAt(operations, one.path, 'GET') === undefined &&
      /^[^/{}]+$/.test(one.path.slice(path.length + 1)),
  )
  for (const action of actions) {
    const made = await findAccepted(trial, create)
    // Where no other can be made, it is done to the first.
    trial.name = (made && trial.nameOf(made)) ?? name
    if (trial.name === undefined) continue
    await tryKey(trial, action, trial.rightBodies(action)[0])
    const isShown = shown !== undefined && schemasOf(contract.document, action)[0] === shown
    await tryAction(trial, action, isShown)
  }
  trial.name = name
}

/** What an action says was done is seen: no member is what it was, though the response has another. `isShown`: the response is such a thing. */
async function tryAction(trial: Trial, action: AnyOperation, isShown: boolean): Promise<void> {
  const act = (): Promise<Came | undefined> => trial.askRight(action, trial.rightBodies(action)[0])
  const step = await seeChange(trial, () => findAccepted(trial, action))
  // Otherwise it may be about another thing, such as a copy.
  if (step !== undefined && isShown && bare(trial.nameOf(step[1])) === bare(trial.name)) {
    const [before, came, after] = step
    const stale = staleOf(differing(shownBy(came), shownBy(before)), shownBy(before), shownBy(after))
    trial.say(ruleId(action, 'effect'), stale, 'what the response says', [came, after])
  }
  // Also what is refused for the second time.
  await seeNoChange(trial, action, byRefused, act)
}

/** What no operation shows by itself: a list at the same path may. Nothing is removed that was not made here. */
async function tryOther(trial: Trial, operation: AnyOperation): Promise<void> {
  await tryRefused(trial, operation)
  if (operation.method === 'POST') await make(trial, operation)
  skip(trial, [operation], 'No operation shows what this one does.')
}

const putOf = ({ changes: ways }: Thing): AnyOperation | undefined =>
  ways.find(({ method }) => method === 'PUT')

/** What nothing here makes is taken from the world file, where it can be put back. */
function borrow(trial: Trial): void {
  const { thing, caller, player } = trial
  if (thing.name !== undefined && putOf(thing) !== undefined)
    trial.name = player.oracle.service.givenFor(thing.name, caller)
}

async function restore(trial: Trial, first: Came): Promise<void> {
  const put = putOf(trial.thing)
  const [content] = put?.body?.contents ?? []
  const body = content && writeBody(trial.contract, content, objectOf(trial.view(first)))
  if (put !== undefined && body !== undefined) await trial.ask(put, { body })
}
