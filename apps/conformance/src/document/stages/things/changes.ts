/** What changes things, with --writes: created is found, changed is seen, deleted is gone. It is tried on what was made for it. */
import { isSafe, type AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { writeBody } from '../../values/bodies.ts'
import type { DocumentStage } from '../stage.ts'
import { tryActions } from './actions.ts'
import { change } from './change.ts'
import { tryElsewhere } from './elsewhere.ts'
import { tryConditions } from './if-match.ts'
import { make } from './making.ts'
import { tryRefused } from './no-changes.ts'
import { removeIt } from './removal.ts'
import { changing, operationAt, type Thing, thingsOf } from './things.ts'
import { type Came, successOf, Trial } from './trial.ts'
import { objectOf } from './views.ts'

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
