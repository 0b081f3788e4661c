/** What is refused, or broken off, changes nothing; nobody changes what they may not see; and conditions of changes hold (RFC 9110, 13.1), where the document speaks of them. */
import { atOnce, toText } from '@plant-store/raw-http'
import { type AnyOperation, declares, needsCredential } from '../../model.ts'
import { neverTag } from '../../oracle/examine.ts'
import { freshBody, membersToVary } from '../../values/fresh.ts'
import { fieldOf } from '../stage.ts'
import { isIfMatch, whoAsks } from '../plan.ts'
import { byRefused, seeNoChange } from './steps.ts'
import { type How, type Trial } from './trial.ts'
import { type Came, isSuccess } from './views.ts'

/** Wrong bodies, no credential, other callers, and a request whose end never comes. The oracle wants the first two refused. */
export async function tryRefused(trial: Trial, operation: AnyOperation): Promise<void> {
  const { player } = trial
  for (const body of trial.wrongBodies(operation))
    await seeNoChange(trial, operation, byRefused, () => trial.ask(operation, { body }))
  const askAs = (caller: number | undefined, how: string): Promise<void> =>
    seeNoChange(trial, operation, how, () => trial.ask(operation, { caller, body: trial.anyBody(operation) }))
  if (needsCredential(operation)) await askAs(undefined, byRefused)
  // What is made belongs to whoever made it.
  if (operation === trial.thing.create) return
  for (const caller of whoAsks({ player, operation }).filter((who) => who !== trial.caller)) {
    const seen = await trial.show({ caller })
    // What is shared may be changed by both.
    if (seen !== undefined && !isSuccess(seen)) await askAs(caller, 'by a caller who may not see it')
  }
  const body = trial.anyBody(operation)
  const whole = body && trial.wanted(operation, { body })
  if (whole === undefined) return
  const bytes = toText(whole.request).length - 2
  await seeNoChange(trial, operation, 'by a request that was broken off', async () => {
    await player.client.play([{ abandon: whole.request, bytes, by: 'reset' }])
    return undefined
  })
}

const speaksOfConditions = (operation: AnyOperation): boolean =>
  [412, 428].some((status) => declares(operation, status)) ||
  operation.parameters.some((one) => isIfMatch(one))

function seeHeeded(trial: Trial, operation: AnyOperation, how: How): Promise<void> {
  const ask = (): Promise<Came | undefined> => trial.ask(operation, how)
  return seeNoChange(trial, operation, 'though its condition is false', ask, 'condition-heeded')
}

/** The current tag, if it is a strong one. */
async function strongTag(trial: Trial): Promise<string | undefined> {
  const tag = fieldOf(await trial.show(), 'ETag')
  return tag?.startsWith('"') === true ? tag : undefined
}

/** What is false of whatever is there, with two bodies, of which one says something else than what is there. */
export async function tryConditions(trial: Trial, operation: AnyOperation): Promise<void> {
  if (!speaksOfConditions(operation)) return
  const tag = await strongTag(trial)
  const { method, parameters } = operation
  const isForFirst = method === 'PUT' && parameters.some(({ name }) => /^if-none-match$/i.test(name))
  const conditions: readonly How[] = [
    { tag: neverTag },
    // A weak tag is equal to none (RFC 9110, 13.1.1).
    ...(tag === undefined ? [] : [{ tag: `W/${tag}` }]),
    ...(isForFirst ? [{ fields: [['If-None-Match', '*']] } as const] : []),
  ]
  const all = trial.rightBodies(operation)
  for (const condition of conditions)
    for (const body of new Set([all[0], all.at(-1)]))
      await seeHeeded(trial, operation, { ...condition, body: trial.fresh(body) })
}

/** Tags that are stale since a change. `befores`: what was shown before changes. */
export async function tryTags(trial: Trial, way: AnyOperation, befores: readonly Came[]): Promise<void> {
  if (!speaksOfConditions(way)) return
  const body = trial.anyBody(way)
  const now = fieldOf(await trial.show(), 'ETag')
  const stale = befores.map((one) => fieldOf(one, 'ETag')).find((tag) => tag !== undefined && tag !== now)
  if (stale !== undefined) await seeHeeded(trial, way, { body, tag: stale })
  await tryStar(trial, way)
  await tryAtOnce(trial, way)
}

/** A star is any tag of what is there (RFC 9110, 13.1.1). */
async function tryStar(trial: Trial, way: AnyOperation): Promise<void> {
  const tried = await trial.ask(way, { body: trial.anyBody(way), tag: '*' })
  const isRight = tried && trial.player.oracle.analyse(tried.request).faults.length === 0
  if (isRight !== true || !isSuccess(await trial.show())) return
  const came = tried.response.status === 412 ? '412, though it is there' : undefined
  trial.say('condition-heeded', came, 'a response as without If-Match', [tried])
}

/** Of changes at once that know the same state, one is made: the others know an older one then. */
async function tryAtOnce(trial: Trial, way: AnyOperation): Promise<void> {
  const tag = await strongTag(trial)
  const [body] = trial.rightBodies(way)
  if (tag === undefined || body === undefined) return
  const [names = []] = membersToVary(body)
  const bodies = [1, 2, 3].flatMap(() => freshBody(body, names) ?? [])
  const session = atOnce(bodies.flatMap((one) => trial.wanted(way, { body: one, tag }) ?? []))
  const made = (await trial.play(session)).filter((one) => isSuccess(one))
  const tags = new Set([tag, ...made.flatMap((one) => fieldOf(one, 'ETag') ?? [])])
  const came =
    tags.size > 2 ? `${made.length} of ${bodies.length} at once with the same If-Match succeed` : undefined
  trial.say('condition-heeded', came, 'one of them, and 412', made, session)
}
