/** What changes things, with --writes: created is found, changed is seen, deleted is gone. It is tried on what was made for it. */
import { readJson } from '../oracle/content.ts'
import { isSafe, type AnyOperation } from '../model.ts'
import { quote } from '../../quote.ts'
import { ruleId } from '../rules.ts'
import { writeBody, type WrittenBody } from '../values/write-body.ts'
import type { DocumentPlayer } from './plan.ts'
import type { DocumentStage } from './stage.ts'
import { lengthOf, tryRefused } from './no-changes.ts'
import { changing, nameOf, thingsOf } from './things.ts'
import { type Came, isSuccess, Trial } from './trial.ts'
import { differenceOf, differing, garbled, holds, type View, view, viewOf } from './views.ts'

/** This many right bodies are tried. */
const mostRight = 8

/** It runs last, since afterwards other things exist. */
export const changes: DocumentStage = {
  name: 'changes',
  run: async (player) => {
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

async function make(trial: Trial, create: AnyOperation): Promise<void> {
  const bodies = create.body === undefined ? [undefined] : trial.rightBodies(create)
  for (const body of bodies.slice(0, mostRight)) {
    const made = await trial.ask(create, { body })
    if (made === undefined || !isSuccess(made)) continue
    trial.name = nameOf(trial.thing, made.response, trial.player.subject.url)
    if (trial.name !== undefined) await lookFor(trial, create, made, body?.value)
    return
  }
}

async function lookFor(trial: Trial, create: AnyOperation, made: Came, body: unknown): Promise<void> {
  const shown = trial.thing.name === undefined ? undefined : await trial.show()
  const status = shown?.response.status
  const came = status === 404 || status === 410 ? `${status} for what was made` : undefined
  if (shown !== undefined)
    trial.say(
      ruleId(create, 'effect'),
      { came: came ?? otherThan(trial, made, shown, body), due: 'what was made' },
      [made, shown],
    )
  if (came === undefined) await find(trial, create, made)
}

/** A member that is shown otherwise than it was sent, or than the response to POST has it. */
function otherThan(trial: Trial, made: Came, shown: Came, body: unknown): string | undefined {
  if (!isSuccess(shown)) return undefined
  const [[own] = []] = garbled(viewOf(body), trial.view(shown))
  if (own !== undefined) return `letters of ${own} that became others`
  const [[name, text] = []] = differing(trial.written(made), trial.written(shown))
  return name === undefined ? undefined : `another ${name} than ${quote(text ?? '')}`
}

/** A list that takes no parameters and has no further page names all that was made. */
async function find(trial: Trial, create: AnyOperation, made: Came): Promise<void> {
  const { list } = trial.thing
  const listed = await trial.list()
  if (list === undefined || listed === undefined || !isSuccess(listed)) return
  trial.isListed = holds(readJson(listed.response).value, trial.name)
  const hasPages = listed.response.fields.some(([name]) => /^link$/i.test(name))
  if (hasPages || list.parameters.some((one) => one.in === 'query')) return
  const came = trial.isListed ? undefined : 'a list without what was made'
  trial.say(ruleId(create, 'effect'), { came, due: 'a list with it' }, [made, listed])
}

/** What was asked for is seen, unless the service chose something else; the same PUT once more changes nothing. */
async function change(trial: Trial, way: AnyOperation): Promise<void> {
  for (const body of trial.rightBodies(way).slice(0, mostRight)) {
    const before = await trial.show()
    const came = await trial.ask(way, { body })
    const after = came !== undefined && isSuccess(came) ? await trial.show() : undefined
    if (before === undefined || after === undefined) continue
    const [old, now] = [trial.view(before), trial.view(after)]
    const wish = differing(viewOf(body.value), old)
    const stale = [...wish].find(([name]) => now.get(name) === old.get(name))
    const says = stale && {
      came: `${stale[0]} is still ${quote(now.get(stale[0]) ?? '')}`,
      due: quote(stale[1]),
    }
    const lost = lostBy(way, body, old, now)
    if (lost !== undefined)
      trial.say(ruleId(way, 'effect'), { came: lost, due: 'what it was' }, [came, after])
    if (wish.size > 0) trial.say(ruleId(way, 'effect'), says ?? { came: undefined, due: '' }, [came, after])
    if (way.method === 'PUT') await changeAgain(trial, way, body, after)
  }
}

/** A member that changed, though a patch left it out (RFC 7396, 1). */
function lostBy(
  { method }: AnyOperation,
  { value, mediaType = '' }: WrittenBody & { readonly value: unknown },
  old: View,
  now: View,
): string | undefined {
  const isPatch = method === 'PATCH' && /^application\/merge-patch\+json/i.test(mediaType)
  const sent = viewOf(value)
  const lost = [...old.keys()].find(
    (name) => !sent.has(name) && old.get(name) !== (now.get(name) ?? old.get(name)),
  )
  return isPatch && lost !== undefined ? `another ${lost}, which was left out` : undefined
}

/** RFC 9110, 9.2.2. */
async function changeAgain(trial: Trial, way: AnyOperation, body: WrittenBody, after: Came): Promise<void> {
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
  const all = trial.isListed ? await trial.list() : undefined
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
  if (all !== undefined && isSuccess(all)) await compareLists(trial, rule, removed, all)
}

async function compareLists(trial: Trial, rule: string, removed: Came | undefined, all: Came): Promise<void> {
  const listed = await trial.list()
  if (listed === undefined || !isSuccess(listed)) return
  const gone = lengthOf(all) - lengthOf(listed)
  const more = gone > 1 ? `${gone} things less in the list` : undefined
  const came = holds(readJson(listed.response).value, trial.name) ? 'a list with what was removed' : more
  trial.say(rule, { came, due: 'a list without it, and nothing else less' }, [removed, listed])
}
