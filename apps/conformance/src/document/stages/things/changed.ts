/** What a change must show: what was asked for, and nothing else. */
import { isObject } from '../../../contract/pointers.ts'
import type { AnyOperation } from '../../model.ts'
import { quote } from '../../../quote.ts'
import { ruleId } from '../../rules.ts'
import type { WrittenBody } from '../../values/bodies.ts'
import { schemaOf } from '../../values/media-types.ts'
import { defaultsIn, sentTo } from './things.ts'
import { type Came, isSuccess, successOf, type Trial } from './trial.ts'
import {
  bare,
  damageOf,
  differing,
  leavesOf,
  objectOf,
  patched,
  shownBy,
  staleOf,
  tagOf,
  valueAt,
  valueOf,
  type View,
  viewOf,
} from './views.ts'
import { neverTag } from '../../oracle/examine.ts'

/** What a thing was before something was done to it, what came of that, and what the thing is then. */
export type Step = readonly [before: Came, came: Came, after: Came]

/** Undefined where that is refused, or the thing can't be seen. What the tags say is told. */
export async function seeChange(
  trial: Trial,
  work: () => Promise<Came | undefined>,
): Promise<Step | undefined> {
  const before = await trial.show()
  const came = successOf(await work())
  if (before === undefined || came === undefined) return undefined
  const tag = tagOf(before.response) ?? neverTag
  // Nothing else is asked for in between: a cache may learn by it.
  const kept = await trial.ask(trial.thing.show, { fields: [['If-None-Match', tag]] })
  const after = await trial.show()
  if (after !== undefined && !trial.isInList) compareTags(trial, [before, came, after], kept)
  return after && [before, came, after]
}

function compareTags(trial: Trial, step: Step, kept: Came | undefined): void {
  const [before, , after] = step
  const [old, now] = [before, after].map(({ response }) => tagOf(response))
  // A strong tag names one representation, byte for byte (RFC 9110, 8.8.3).
  const isOther = isSuccess(before) && isSuccess(after) && !before.response.body.equals(after.response.body)
  const stale = old === now ? `ETag: ${old}, before the change and after it` : undefined
  if (old?.startsWith('"') === true && isOther)
    trial.say('tag-names-one-representation', stale, 'another tag for other content', step)
  // 304 is for what has not changed.
  const unchanged = kept?.response.status === 304 ? '304 for the tag from before the change' : undefined
  if (kept !== undefined && old !== now && trial.difference(before, after) !== undefined)
    trial.say('not-modified-304', unchanged, 'the content as it is now', [before, kept])
}

/** Whether the body asks for anything new. */
export function compareViews(trial: Trial, way: AnyOperation, [before, came, after]: Step): boolean {
  const { body = { body: '' } } = came
  const [old, now] = [trial.view(before), trial.view(after)]
  const asked = askedOf(trial, way, body, old)
  // What names a thing in its path is not for its content to change.
  const wish = differing(asked, old).filter(
    ([name, text]) =>
      (trial.name === undefined || bare(old.get(name)) !== bare(trial.name)) && !isTold(text, old.get(name)),
  )
  const lost =
    (isMergePatch(way, body) ? lostBy(body.value, asked, now) : undefined) ??
    givenBy(trial, body.value, [shownBy(before), shownBy(after)]) ??
    damageOf(body.value, valueOf(after))
  const [stale, wished] = staleOf(wish, old, now)
  const due = lost === undefined && stale !== undefined ? wished : 'what was asked for, and nothing else'
  if (lost !== undefined || wish.length > 0)
    trial.say(ruleId(way, 'effect'), lost ?? stale, due, [came, after])
  return wish.length > 0
}

/** With what is assumed for the members that a patch removes, or that a PUT has left out (OpenAPI 3.1, 4.8.24.2). */
function askedOf(
  { contract, thing }: Trial,
  way: AnyOperation,
  body: NonNullable<Came['body']>,
  old: View,
): View {
  const { value, content } = body
  if (isMergePatch(way, body)) return patched(old, value, defaultsIn(contract, sentTo(thing)))
  const usual = way.method === 'PUT' && content !== undefined ? defaultsIn(contract, [schemaOf(content)]) : {}
  return new Map([...(isObject(value) ? viewOf(usual) : []), ...viewOf(value)])
}

/** Another thing, by its id: what else is said of it is that thing's own. */
function isTold(wish: string, before = 'null'): boolean {
  const [asked, old] = [wish, before].map((text): unknown => JSON.parse(text))
  return isObject(asked) && isObject(old) && old['id'] !== undefined && bare(asked['id']) === bare(old['id'])
}

const isMergePatch = ({ method }: AnyOperation, { mediaType = '' }: WrittenBody): boolean =>
  method === 'PATCH' && /^application\/merge-patch\+json/i.test(mediaType)

/** A member that changed, or one within another that is gone, though a merge patch left it out (RFC 7396, 1). */
function lostBy(patch: unknown, asked: View, now: View): string | undefined {
  const [lost] =
    [...asked].find(([name, text]) => !viewOf(patch).has(name) && text !== (now.get(name) ?? text)) ?? []
  if (lost !== undefined) return `another ${lost}, which was left out`
  const left = objectOf(now)
  const [gone] =
    leavesOf(objectOf(asked)).find(
      ([path]) =>
        path.length > 1 &&
        valueAt(patch, path) === undefined &&
        isObject(valueAt(left, path.slice(0, -1))) &&
        (valueAt(left, path) ?? null) === null,
    ) ?? []
  return gone && `no ${gone.join('.')}, which was left out`
}

const created = /^created(?:_?(?:at|on|by|date|time))?$/i
const updated = /^(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|by|date|time))?$/i

/** What a service gave a thing as it made it, where that has another member for what changes: its name, and when it was made. */
function givenBy(trial: Trial, sent: unknown, [old, now]: readonly [View, View]): string | undefined {
  const isGiven = (name: string): boolean =>
    name === 'id'
      ? trial.name !== undefined && bare(old.get(name)) === bare(trial.name)
      : created.test(name) && old.keys().some((one) => updated.test(one))
  const other = [...now].find(
    ([name, text]) => isGiven(name) && !viewOf(sent).has(name) && old.has(name) && old.get(name) !== text,
  )
  return other && `another ${other[0]}, ${quote(other[1])}`
}
