/** Conditions of changes (RFC 9110, 13.1), where the document speaks of them. */
import { atOnce } from '@plant-store/raw-http'
import type { AnyOperation } from '../../model.ts'
import { declares, tell } from '../../oracle/asked.ts'
import { mayRefuseAny, neverTag } from '../../oracle/status.ts'
import { freshBody, membersToVary } from '../../values/fresh.ts'
import { isIfMatch } from '../plan.ts'
import { seeNoChange } from './no-changes.ts'
import { type Came, type How, isSuccess, type Trial } from './trial.ts'
import { tagOf } from './views.ts'

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
export async function tryFalse(trial: Trial, operation: AnyOperation, how: How): Promise<void> {
  const ask = (): Promise<Came | undefined> => trial.ask(operation, how)
  if (speaksOfConditions(operation))
    await seeNoChange(trial, operation, 'though its condition is false', ask, 'condition-heeded')
}

/** Tags that are stale since a change, where 412 is declared, and none, where 428 is (RFC 6585, 3). `befores`: what was shown before changes. */
export async function tryTags(trial: Trial, way: AnyOperation, befores: readonly Came[]): Promise<void> {
  const body = trial.anyBody(way)
  const now = await trial.show()
  const tags = befores.flatMap(({ response }) => tagOf(response) ?? [])
  const stale = tags.find((one) => one !== (now && tagOf(now.response)))
  if (stale !== undefined) await tryFalse(trial, way, { body, tag: stale })
  for (const [tag, status] of [[stale, 412] as const, ['', 428] as const]) {
    const current = declares(way, status) ? await strongTag(trial) : undefined
    if (tag === undefined || current === undefined || current === tag) continue
    const tried = await trial.ask(way, { body, tag })
    const right = tried && (await trial.ask(way, { body, tag: current }))
    sayDeclared(trial, way, status, [tried, right])
  }
  if (speaksOfConditions(way)) await tryAtOnce(trial, way)
}

/** Without a condition first, where 428 is declared. */
export async function removeBy(trial: Trial, remove: AnyOperation): Promise<Came | undefined> {
  const bare = declares(remove, 428) ? await trial.ask(remove, { tag: '' }) : undefined
  const removed = isSuccess(bare) ? bare : await trial.ask(remove)
  sayDeclared(trial, remove, 428, [bare, removed])
  return removed
}

/** What only the current tag makes right is refused with the status that is declared for that. */
function sayDeclared(
  trial: Trial,
  way: AnyOperation,
  status: number,
  [tried, right]: readonly [Came | undefined, Came | undefined],
): void {
  if (tried === undefined || mayRefuseAny.has(tried.response.status)) return
  // A success in spite of another tag is another rule's, and one without a field that is not declared is left open.
  const isDue = isSuccess(tried)
    ? status === 428 && way.parameters.some((one) => isIfMatch(one))
    : isSuccess(right)
  const came = tried.response.status === status ? undefined : tell(tried.response)
  const due = `${status}, as the document says: with the current tag it is a success`
  if (isDue) trial.say('refused-as-declared', came, due, [tried])
}

/** Of changes at once that know the same state, one is made: the others know an older one then. */
async function tryAtOnce(trial: Trial, way: AnyOperation): Promise<void> {
  const tag = await strongTag(trial)
  const [body] = trial.rightBodies(way)
  if (tag === undefined || body === undefined) return
  const [names = []] = membersToVary(trial.contract, body)
  const bodies = [1, 2, 3].flatMap((number) => freshBody(trial.contract, body, names, number) ?? [])
  const made = await trial.askAtOnce(
    way,
    bodies.map((one) => ({ body: one, tag })),
  )
  const tags = new Set([tag, ...made.flatMap(({ response }) => tagOf(response) ?? [])])
  const came = tags.size > 2 ? `${made.length} at once with the same If-Match succeed` : undefined
  trial.say('condition-heeded', came, 'one of them, and 412', made, atOnce(made.map(({ sent }) => sent)))
  await trial.show()
}
