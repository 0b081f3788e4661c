/** A thing is changed, in each way that its document has for it: it shows what was asked for, and nothing else. */
import { isObject, membersOf } from '../../../contract/pointers.ts'
import { quote } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyHaving, bodyWith, type RightBody } from '../../values/bodies.ts'
import { freshBody } from '../../values/fresh.ts'
import { membersAmong } from '../../values/shape.ts'
import { forms } from '../forms.ts'
import { nullable, tryAllowed } from './allowed.ts'
import { tryTags } from './refused.ts'
import { byRefused, seeChange, seeNoChange, type Step } from './steps.ts'
import { defaultsOf } from './things.ts'
import { mostRight, type Trial } from './trial.ts'
import {
  bare,
  type Came,
  differing,
  isSuccess,
  leavesOf,
  objectOf,
  patched,
  shownBy,
  staleOf,
  valueAt,
  valueOf,
  type View,
  viewOf,
} from './views.ts'

/** What was asked for is seen, unless the service chose something else; the same PUT once more changes nothing. */
export async function change(trial: Trial, way: AnyOperation): Promise<void> {
  const left = [undefined, ...forms]
  const all = trial.rightBodies(way)
  const befores: Came[] = []
  const [accepted, refused]: readonly [RightBody[], RightBody[]] = [[], []]
  // What is left out shows most while the thing is still as it was made.
  const leanest = all.toSorted((one, other) => one.body.length - other.body.length).slice(0, 1)
  const first = way.method === 'PUT' ? leanest : all.slice(0, 1).flatMap((one) => nullsOf(one))
  for (const body of [...first, ...all].slice(0, mostRight + first.length)) {
    const step = await seeChange(trial, async () => {
      const came = await trial.askRight(way, body, left[0])
      ;(isSuccess(came) ? accepted : refused).push(body)
      return came
    })
    if (step === undefined) continue
    befores.push(step[0])
    if (compareViews(trial, way, step)) left.shift()
    if (way.method === 'PUT') await changeAgain(trial, way, step)
  }
  await tryTags(trial, way, befores)
  if (accepted[0] === undefined) return
  for (const body of refused) await tryPartly(trial, way, body, accepted[0])
  if (way.method === 'PUT') await tryAllowed(trial, way, accepted[0])
}

/** A patch of each member that may be null. */
const nullsOf = (like: RightBody): readonly RightBody[] =>
  nullable(like)
    .slice(0, mostRight)
    .flatMap((name) => bodyWith(like, { [name]: null }) ?? [])

/** RFC 9110, 9.2.2. */
async function changeAgain(trial: Trial, way: AnyOperation, [, { body }]: Step): Promise<void> {
  const step = await seeChange(trial, () => trial.ask(way, { body }))
  if (step === undefined) return
  const [before, again, after] = step
  const difference = trial.difference(before, after)
  const came = difference === undefined ? undefined : `${difference}, after the same once more`
  trial.say(ruleId(way, 'effect'), came, 'what the first of the two made', [again, again, after])
}

/**
 * What is refused for one member leaves the others as they are, too. What it is refused for stays where that is no text and
 * no number. `like`: a body that was accepted.
 */
async function tryPartly(
  trial: Trial,
  way: AnyOperation,
  refused: RightBody,
  like: RightBody,
): Promise<void> {
  const whole = bodyHaving(like, Object.fromEntries(membersOf(refused.value))) ?? refused
  const names = membersOf(whole.value).map(([name]) => name)
  const body = freshBody(whole, names)
  if (body !== undefined) await seeNoChange(trial, way, byRefused, () => trial.ask(way, { body }))
}

/** Whether the body asks for anything new. */
function compareViews(trial: Trial, way: AnyOperation, step: Step): boolean {
  const [before, came, after] = step
  const old = trial.view(before)
  // What names a thing in its path is not for its content to change.
  const wish = differing(askedOf(trial, way, came, old), old).filter(
    ([name, text]) =>
      (trial.name === undefined || bare(old.get(name)) !== bare(trial.name)) && !isTold(text, old.get(name)),
  )
  const wrong = lostBy(trial, way, step) ?? staleOf(wish, old, trial.view(after))
  if (wrong !== undefined || wish.length > 0)
    trial.say(ruleId(way, 'effect'), wrong, 'what was asked for, and nothing else', [came, after])
  return wish.length > 0
}

/** With what is assumed for the members that a patch removes, or that a PUT has left out (OpenAPI 3.1, 4.8.24.2). */
function askedOf({ members }: Trial, way: AnyOperation, { body }: Came, old: View): View {
  const { value, demands } = body ?? {}
  if (isMergePatch(way, body)) return patched(old, value, defaultsOf(members))
  const usual = way.method === 'PUT' && demands !== undefined ? defaultsOf(membersAmong(demands)) : {}
  return new Map([...(isObject(value) ? viewOf(usual) : []), ...viewOf(value)])
}

/** Another thing, by its id: what else is said of it is that thing's own. */
function isTold(wish: string, before = 'null'): boolean {
  const [asked, old] = [wish, before].map((text): unknown => JSON.parse(text))
  return isObject(asked) && isObject(old) && old['id'] !== undefined && bare(asked['id']) === bare(old['id'])
}

const isMergePatch = ({ method }: AnyOperation, body: Came['body']): boolean =>
  method === 'PATCH' && /^application\/merge-patch\+json/i.test(body?.mediaType ?? '')

const created = /^created(?:_?(?:at|on|by|date|time))?$/i
const updated = /^(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|by|date|time))?$/i

/**
 * What was left out and yet changed, or is gone from within another member: anything, with a merge patch (RFC 7396, 1). Always
 * what a service gave a thing as it made it: its name, and when it was made, where it has another member for what changes.
 */
function lostBy(trial: Trial, way: AnyOperation, [before, { body }, after]: Step): string | undefined {
  const [sent, old, now] = [viewOf(body?.value), shownBy(before), shownBy(after)]
  const kept: View = isMergePatch(way, body) ? patched(trial.view(before), body?.value) : new Map()
  const isGiven = (name: string): boolean =>
    name === 'id'
      ? trial.name !== undefined && bare(old.get(name)) === bare(trial.name)
      : created.test(name) && old.keys().some((one) => updated.test(one))
  const [lost, as = ''] =
    [...now].find(
      ([name, text]) =>
        !sent.has(name) && (old.get(name) ?? text) !== text && (kept.has(name) || isGiven(name)),
    ) ?? []
  if (lost !== undefined) return `another ${lost}, which was left out: ${quote(as)}`
  const left = valueOf(after)
  const [gone] =
    leavesOf(objectOf(kept)).find(
      ([path]) =>
        path.length > 1 &&
        valueAt(body?.value, path) === undefined &&
        isObject(valueAt(left, path.slice(0, -1))) &&
        (valueAt(left, path) ?? null) === null,
    ) ?? []
  return gone && `no ${gone.join('.')}, which was left out`
}
