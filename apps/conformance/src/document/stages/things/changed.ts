/** What a change must show: what was asked for, and nothing else. */
import { isObject } from '../../../contract/pointers.ts'
import type { AnyOperation } from '../../model.ts'
import { quote } from '../../../quote.ts'
import { readJson } from '../../oracle/content.ts'
import { ruleId } from '../../rules.ts'
import { schemaOf } from '../../values/media-types.ts'
import { sourceOf } from '../../values/right.ts'
import type { WrittenBody } from '../../values/write-body.ts'
import { changing, defaultsIn } from './things.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'
import { bare, damageOf, differing, lostOf, objectOf, patched, tagOf, type View, viewOf } from './views.ts'

/** Whether the body asks for anything new. */
export function compareViews(
  trial: Trial,
  way: AnyOperation,
  [before, came, after]: readonly [Came, Came, Came],
): boolean {
  const body = came.body ?? { body: '' }
  const [old, now] = [trial.view(before), trial.view(after)]
  const asked = isMergePatch(way, body) ? patched(old, withDefaults(trial, body.value)) : viewOf(body.value)
  // What names a thing in its path is not for its content to change.
  const isOpen = ([name]: readonly [string, string]): boolean =>
    (trial.name === undefined || bare(old.get(name)) !== bare(trial.name)) &&
    !isTold(asked.get(name), old.get(name))
  const wish = new Map([...differing(asked, old)].filter((one) => isOpen(one)))
  const lost =
    lostBy(way, body, old, now) ??
    keptBy(trial, way, body, [old, now]) ??
    givenBy(trial, body.value, [before, after]) ??
    damageOf(body.value, readJson(after.response).value)
  const stale = [...wish].find(([name]) => now.get(name) === old.get(name))
  const said =
    lost === undefined && stale !== undefined
      ? { came: `${stale[0]} is still ${quote(now.get(stale[0]) ?? '')}`, due: quote(stale[1]) }
      : { came: lost, due: 'what was asked for, and nothing else' }
  if (lost !== undefined || wish.size > 0) trial.say(ruleId(way, 'effect'), said, [came, after])
  return wish.size > 0
}

/** Another thing, by its id: what else is said of it is that thing's own. */
function isTold(wish = 'null', before = 'null'): boolean {
  const [asked, old] = [wish, before].map((text): unknown => JSON.parse(text))
  return isObject(asked) && isObject(old) && old['id'] !== undefined && bare(asked['id']) === bare(old['id'])
}

/** A strong tag names one representation, byte for byte (RFC 9110, 8.8.3). */
export function compareTags(trial: Trial, [before, came, after]: readonly [Came, Came, Came]): void {
  const [old, now] = [before, after].map(({ response }) => tagOf(response))
  const isSame = before.response.body.equals(after.response.body)
  if (old === undefined || old.startsWith('W/') || isSame || !isSuccess(before) || !isSuccess(after)) return
  const stale = old === now ? `ETag: ${old}, before the change and after it` : undefined
  const due = 'another tag for other content'
  trial.say('tag-names-one-representation', { came: stale, due }, [before, came, after])
}

/** 304 is for what has not changed. */
export function compareKept(trial: Trial, [before, kept, after]: readonly [Came, Came, Came]): void {
  const isOther =
    tagOf(before.response) !== tagOf(after.response) && trial.difference(before, after) !== undefined
  const came = isOther && kept.response.status === 304 ? '304 for the tag from before the change' : undefined
  if (isOther) trial.say('not-modified-304', { came, due: 'the content as it is now' }, [before, kept])
}

/** What a merge patch removes is then what is assumed without it. */
function withDefaults({ contract, thing }: Trial, patch: unknown): unknown {
  const contents = changing(thing).flatMap(({ body }) => body?.contents ?? [])
  const defaults = new Map(contents.flatMap((content) => defaultsIn(contract, content).entries().toArray()))
  const usual = (name: string): unknown => JSON.parse(defaults.get(name) ?? 'null')
  return isObject(patch)
    ? Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value ?? usual(name)]))
    : patch
}

const isMergePatch = ({ method }: AnyOperation, { mediaType = '' }: WrittenBody): boolean =>
  method === 'PATCH' && /^application\/merge-patch\+json/i.test(mediaType)

/** A member that changed, or one within another that is gone, though a merge patch left it out (RFC 7396, 1). */
function lostBy(
  way: AnyOperation,
  body: NonNullable<Came['body']>,
  old: View,
  now: View,
): string | undefined {
  if (!isMergePatch(way, body)) return undefined
  const sent = viewOf(body.value)
  const lost = [...old.keys()].find(
    (name) => !sent.has(name) && old.get(name) !== (now.get(name) ?? old.get(name)),
  )
  const [before, after] = [old, now].map((one) => objectOf(one))
  const [gone] = Object.keys(before ?? {}).flatMap((name) => goneIn(body.value, before, after, name))
  if (lost !== undefined) return `another ${lost}, which was left out`
  return gone === undefined ? undefined : `no ${gone}, which was left out`
}

/** What is within a member, as long as the patch has an object there, too. */
function goneIn(patch: unknown, old: unknown, now: unknown, at: string): readonly string[] {
  const [asked, before, after] = [patch, old, now].map((one) => (isObject(one) ? one[at] : undefined))
  if (!isObject(asked) || !isObject(before) || !isObject(after)) return []
  return Object.keys(before)
    .filter((name) => !Object.hasOwn(asked, name) && (after[name] ?? null) === null && before[name] !== null)
    .map((name) => `${at}.${name}`)
}

/** A member that a PUT has left out and that is not its default now (OpenAPI 3.1, 4.8.24.2: what is then assumed), but what it was. */
function keptBy(
  trial: Trial,
  way: AnyOperation,
  { value, content }: NonNullable<Came['body']>,
  [old, now]: readonly [View, View],
): string | undefined {
  if (way.method !== 'PUT' || content === undefined) return undefined
  const kept = [...defaultsIn(trial.contract, content)].find(
    ([name, text]) =>
      !viewOf(value).has(name) && now.get(name) === old.get(name) && (old.get(name) ?? text) !== text,
  )
  return (
    kept &&
    `${kept[0]} is still ${quote(old.get(kept[0]) ?? '')}, though it was left out: by default ${kept[1]}`
  )
}

const created = /^created(?:_?(?:at|on|by|date|time))?$/i
const updated = /^(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|by|date|time))?$/i

/** What a service gave a thing as it made it, where that has another member for what changes: its name, and when it was made. */
function givenBy(trial: Trial, sent: unknown, all: readonly [Came, Came]): string | undefined {
  const [old, now] = all.map(({ response }) => viewOf(readJson(response).value))
  const isGiven = (name: string): boolean =>
    name === 'id'
      ? trial.name !== undefined && bare(old?.get(name)) === bare(trial.name)
      : created.test(name) && [...(old?.keys() ?? [])].some((one) => updated.test(one))
  const other = [...(now ?? [])].find(
    ([name, text]) =>
      isGiven(name) && !viewOf(sent).has(name) && old?.has(name) === true && old.get(name) !== text,
  )
  return other && `another ${other[0]}, ${quote(other[1])}`
}

/** What is null after POST, though PUT of the same keeps it. */
export async function putTheSame(trial: Trial, create: AnyOperation, made: Came, shown: Came): Promise<void> {
  const { body } = made
  const put = trial.thing.changes.find((one) => one.method === 'PUT' && takes(trial, one, body?.value))
  const came = put && (await trial.ask(put, { body }))
  const then = came !== undefined && isSuccess(came) ? await trial.show() : undefined
  if (then === undefined) return
  const [before, after] = [shown, then].map(({ response }) => readJson(response).value)
  const lost = lostOf(body?.value, before, after)
  const missing = lost === undefined ? undefined : `no ${lost}`
  trial.say(ruleId(create, 'effect'), { came: missing, due: 'what was sent, as after PUT of the same' }, [
    made,
    shown,
  ])
}

const takes = ({ contract }: Trial, { body }: AnyOperation, value: unknown): boolean =>
  (body?.contents.slice(0, 1) ?? []).some((content) => sourceOf(contract).accepts([schemaOf(content)], value))
