/** Conditions of changes (RFC 9110, 13.1), where the document speaks of them. */
import { atOnce } from '@plant-store/raw-http'
import { type AnyOperation, declares } from '../../model.ts'
import { freshBody, membersToVary } from '../../values/fresh.ts'
import { isIfMatch } from '../plan.ts'
import { seeNoChange } from './no-changes.ts'
import { type Came, type How, isSuccess, type Trial } from './trial.ts'
import { tagOf } from './views.ts'
import { tell } from '../../../quote.ts'
import { mayRefuseAny, neverTag } from '../../oracle/examine.ts'

const speaksOfConditions = (operation: AnyOperation): boolean =>
  declares(operation, 412) || operation.parameters.some((one) => isIfMatch(one))

/** The current tag, if it is a strong one. */
async function strongTag(trial: Trial): Promise<string | undefined> {
  const shown = await trial.show()
  const tag = shown && tagOf(shown.response)
  return tag?.startsWith('"') === true ? tag : undefined
}

/** What is false of whatever is there, with two bodies, of which one says something else than what is there. */
export async function tryConditions(trial: Trial, operation: AnyOperation): Promise<void> {
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
      await tryFalse(trial, operation, { ...condition, body: trial.fresh(body) })
}

/** A condition that is false. */
async function tryFalse(trial: Trial, operation: AnyOperation, how: How): Promise<void> {
  const ask = (): Promise<Came | undefined> => trial.ask(operation, how)
  if (speaksOfConditions(operation))
    await seeNoChange(trial, operation, 'though its condition is false', ask, 'condition-heeded')
}

/** Tags that are stale since a change, and none. `befores`: what was shown before changes. */
export async function tryTags(trial: Trial, way: AnyOperation, befores: readonly Came[]): Promise<void> {
  const body = trial.anyBody(way)
  const now = await trial.show()
  const tags = befores.flatMap(({ response }) => tagOf(response) ?? [])
  const stale = tags.find((one) => one !== (now && tagOf(now.response)))
  if (stale !== undefined) {
    await tryFalse(trial, way, { body, tag: stale })
    await tryDeclared(trial, way, 412, { body, tag: stale })
  }
  await tryDeclared(trial, way, 428, { body, tag: '' })
  if (speaksOfConditions(way)) await tryAtOnce(trial, way)
}

/** What only the current tag makes right is refused with the status that is declared for that: 428 without any (RFC 6585, 3). */
async function tryDeclared(trial: Trial, way: AnyOperation, status: number, how: How): Promise<void> {
  const tag = declares(way, status) ? await strongTag(trial) : undefined
  const tried = tag === undefined || tag === how.tag ? undefined : await trial.ask(way, how)
  if (tried === undefined || mayRefuseAny.has(tried.response.status)) return
  // A success in spite of another tag is another rule's, and one without a field that is not declared is left open.
  const isDue = isSuccess(tried)
    ? status === 428 && way.parameters.some((one) => isIfMatch(one))
    : isSuccess(await trial.ask(way, { ...how, tag: tag ?? '' }))
  const came = tried.response.status === status ? undefined : tell(tried.response)
  const due = `${status}, as the document says: with the current tag it is a success`
  if (isDue) trial.say('refused-as-declared', came, due, [tried])
}

/** Of changes at once that know the same state, one is made: the others know an older one then. */
async function tryAtOnce(trial: Trial, way: AnyOperation): Promise<void> {
  const tag = await strongTag(trial)
  const [body] = trial.rightBodies(way)
  if (tag === undefined || body === undefined) return
  const [names = []] = membersToVary(body)
  const bodies = [1, 2, 3].flatMap((number) => freshBody(body, names, number) ?? [])
  const session = atOnce(bodies.flatMap((one) => trial.wanted(way, { body: one, tag }) ?? []))
  const made = (await trial.play(session)).filter((one) => isSuccess(one))
  const tags = new Set([tag, ...made.flatMap(({ response }) => tagOf(response) ?? [])])
  const came =
    tags.size > 2 ? `${made.length} of ${bodies.length} at once with the same If-Match succeed` : undefined
  trial.say('condition-heeded', came, 'one of them, and 412', made, session)
}

/** What is not there has no tag, whichever would do (RFC 9110, 13.1.1). */
export async function tryAbsent(trial: Trial, way: AnyOperation): Promise<void> {
  if (!speaksOfConditions(way)) return
  const tried = await trial.ask(way, { body: trial.anyBody(way), tag: '*' })
  const came = isSuccess(tried) && tried ? tell(tried.response) : undefined
  trial.say('condition-heeded', came, '412, or 404: it was removed', [tried])
}
