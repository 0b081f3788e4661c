/** What changes things, with --writes: created is found, changed is seen, deleted is gone. It is tried on what was made for it. */
import { isSafe, type AnyOperation } from '../model.ts'
import { quote } from '../../quote.ts'
import { ruleId } from '../rules.ts'
import { writeBody, type WrittenBody } from '../values/write-body.ts'
import type { DocumentPlayer } from './plan.ts'
import type { DocumentStage } from './stage.ts'
import { make, mostRight } from './making.ts'
import { tryRefused } from './no-changes.ts'
import { forms } from './forms.ts'
import { changing, thingsOf } from './things.ts'
import { listBy } from './lists.ts'
import { type Came, isSuccess, Trial } from './trial.ts'
import { bare, differenceOf, differing, holds, patched, tagOf, type View, view, viewOf } from './views.ts'

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
  if (toRestore !== undefined) await restore(trial, toRestore)
  for (const way of removing) await removeIt(trial, way)
}

/** What no operation shows by itself: a list at the same path may. Nothing is removed that was not made here. */
async function tryOther(player: DocumentPlayer, operation: AnyOperation): Promise<void> {
  const list = player.oracle.service.operations.find(
    ({ method, path }) => method === 'GET' && path === operation.path,
  )
  const trial = new Trial(player, {
    show: operation,
    changes: [],
    create: operation,
    ...(list !== undefined && { list }),
  })
  await tryRefused(trial, operation)
  if (operation.method === 'POST') await make(trial, operation)
  skip(trial, [operation], 'No operation shows what this one does.')
}

/** What was asked for is seen, unless the service chose something else; the same PUT once more changes nothing. */
async function change(trial: Trial, way: AnyOperation): Promise<void> {
  const left = [undefined, ...forms]
  for (const body of trial.rightBodies(way).slice(0, mostRight))
    await trial.undisturbed(async () => {
      const before = await trial.show()
      const came = await trial.askAs(left[0], way, body)
      const after = came !== undefined && isSuccess(came) ? await trial.show() : undefined
      if (before === undefined || came === undefined || after === undefined) return
      compareTags(trial, before, came, after)
      if (compareViews(trial, way, [before, came, after])) left.shift()
      if (way.method === 'PUT') await changeAgain(trial, way, came.body, after)
    })
}

/** Whether the body asks for anything new. */
function compareViews(
  trial: Trial,
  way: AnyOperation,
  [before, came, after]: readonly [Came, Came, Came],
): boolean {
  const body = came.body ?? { body: '' }
  const [old, now] = [trial.view(before), trial.view(after)]
  // What names a thing in its path is not for its content to change.
  const isOpen = ([name]: readonly [string, string]): boolean =>
    trial.name === undefined || bare(old.get(name)) !== bare(trial.name)
  const asked = isMergePatch(way, body) ? patched(old, body.value) : viewOf(body.value)
  const wish = new Map([...differing(asked, old)].filter((one) => isOpen(one)))
  const stale = [...wish.keys()].find((name) => now.get(name) === old.get(name))
  const still = stale === undefined ? undefined : `${stale} is still ${quote(now.get(stale) ?? '')}`
  const lost = lostBy(way, body, old, now)
  const due = lost === undefined ? quote(wish.get(stale ?? '') ?? '') : 'what it was'
  if (lost !== undefined || wish.size > 0)
    trial.say(ruleId(way, 'effect'), { came: lost ?? still, due }, [came, after])
  return wish.size > 0
}

/** A strong tag names one representation, byte for byte (RFC 9110, 8.8.3). */
function compareTags(trial: Trial, before: Came, came: Came | undefined, after: Came): void {
  const [old, now] = [before, after].map(({ response }) => tagOf(response))
  const isSame = before.response.body.equals(after.response.body)
  if (old === undefined || old.startsWith('W/') || isSame || !isSuccess(before) || !isSuccess(after)) return
  const stale = old === now ? `ETag: ${old}, before the change and after it` : undefined
  const due = 'another tag for other content'
  trial.say('tag-names-one-representation', { came: stale, due }, [before, came, after])
}

const isMergePatch = ({ method }: AnyOperation, { mediaType = '' }: WrittenBody): boolean =>
  method === 'PATCH' && /^application\/merge-patch\+json/i.test(mediaType)

/** A member that changed, though a patch left it out (RFC 7396, 1). */
function lostBy(
  way: AnyOperation,
  body: NonNullable<Came['body']>,
  old: View,
  now: View,
): string | undefined {
  const sent = viewOf(body.value)
  const lost = [...old.keys()].find(
    (name) => !sent.has(name) && old.get(name) !== (now.get(name) ?? old.get(name)),
  )
  return isMergePatch(way, body) && lost !== undefined ? `another ${lost}, which was left out` : undefined
}

/** RFC 9110, 9.2.2. */
async function changeAgain(trial: Trial, way: AnyOperation, body: Came['body'], after: Came): Promise<void> {
  const again = await trial.ask(way, { body })
  const last = again !== undefined && isSuccess(again) ? await trial.show() : undefined
  if (last === undefined) return
  const difference = trial.difference(after, last)
  const came = difference === undefined ? undefined : `${difference}, after the same once more`
  trial.say(ruleId(way, 'effect'), { came, due: 'what the first of the two made' }, [again, again, last])
}

async function restore(trial: Trial, first: Came): Promise<void> {
  const way = trial.thing.changes.find(({ method }) => method === 'PUT')
  const [content] = way?.body?.contents ?? []
  const members = [...trial.view(first)].map(([name, text]) => [name, JSON.parse(text) as unknown])
  const body = content && writeBody(trial.contract, content, Object.fromEntries(members))
  if (way !== undefined && body !== undefined) await trial.ask(way, { body })
}

async function removeIt(trial: Trial, remove: AnyOperation): Promise<void> {
  const before = await trial.show()
  const removed = await trial.ask(remove)
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
}

async function seeList(trial: Trial, rule: string, removed: Came | undefined): Promise<void> {
  const listed = await listBy(trial)
  if (listed === undefined) return
  // What depends on it may be gone as well.
  const came = holds(listed.value, trial.name) ? 'a list with what was removed' : undefined
  trial.say(rule, { came, due: 'a list without it' }, [removed, listed.came])
}
