/** What is refused, or broken off, changes nothing; and nobody changes what they may not see. */
import { atOnce, toText } from '@plant-store/raw-http'
import type { AnyOperation } from '../../model.ts'
import { needsCredential } from '../../oracle/analyse.ts'
import { ruleId } from '../../rules.ts'
import { isIfMatch, whoAsks } from '../plan.ts'
import { listBy } from './listed.ts'
import { declares, tell } from '../../oracle/asked.ts'
import { mayRefuseAny, neverTag } from '../../oracle/status.ts'
import type { RightBody } from '../../values/bodies.ts'
import { freshBody, membersToVary } from '../../values/fresh.ts'
import type { WrittenBody } from '../../values/write-body.ts'
import { type Came, type How, isSuccess, type Trial } from './trial.ts'
import { tagOf } from './views.ts'

/** Wrong bodies, no credential, other callers, and a request whose end never comes. The oracle wants the first two refused. */
export async function tryRefused(trial: Trial, operation: AnyOperation): Promise<void> {
  const [right] = trial.rightBodies(operation)
  const see = (how: string, work: () => Promise<Came | undefined>): Promise<void> =>
    trial.undisturbed(() => seeNoChange(trial, operation, how, work))
  for (const body of trial.wrongBodies(operation))
    await see('by what was refused', () => trial.ask(operation, { body }))
  if (needsCredential(operation))
    await see('by what was refused', () =>
      trial.ask(operation, { caller: undefined, body: trial.fresh(right) }),
    )
  // What is made belongs to whoever made it.
  if (operation === trial.thing.create) return
  for (const caller of whoAsks({ player: trial.player, operation }).filter((who) => who !== trial.caller)) {
    const seen = await trial.show({ caller })
    // What is shared may be changed by both.
    if (seen === undefined || isSuccess(seen)) continue
    await see(byOther, () => trial.ask(operation, { caller, body: trial.fresh(right) }))
  }
  // One of them says something else than what is there.
  const bodies = new Set([right, trial.rightBodies(operation).at(-1)])
  const noTags = [{ tag: neverTag }, ...(await weakTag(trial)), ...onlyFirst(operation)]
  for (const condition of noTags)
    for (const body of bodies)
      await trial.undisturbed(() => tryCondition(trial, operation, trial.fresh(body), condition))
  const whole = trial.wanted(operation, { body: trial.fresh(right) })
  if (whole === undefined || right === undefined) return
  const bytes = toText(whole.request).length - 2
  await see('by a request that was broken off', async () => {
    await trial.player.client.play([{ abandon: whole.request, bytes, by: 'reset' }])
    return undefined
  })
}

/** That of the thing as a weak one, which is equal to none in If-Match (RFC 9110, 13.1.1). */
async function weakTag(trial: Trial): Promise<readonly How[]> {
  const shown = await trial.show()
  const tag = shown && tagOf(shown.response)
  return tag?.startsWith('"') === true ? [{ tag: `W/${tag}` }] : []
}

/** What there is, is not to be made (RFC 9110, 13.1.2), where the document has the field. */
const onlyFirst = ({ method, parameters }: AnyOperation): readonly How[] =>
  method === 'PUT' && parameters.some(({ name }) => /^if-none-match$/i.test(name))
    ? [{ fields: [['If-None-Match', '*']] }]
    : []

/** What is not there has no tag, whichever would do (RFC 9110, 13.1.1). */
export async function tryAbsent(trial: Trial): Promise<void> {
  for (const way of trial.thing.changes.filter((one) => speaksOfConditions(one))) {
    const [right] = trial.rightBodies(way)
    const tried = await trial.ask(way, { body: trial.fresh(right), tag: '*' })
    const came = tried !== undefined && isSuccess(tried) ? tell(tried.response) : undefined
    trial.say('condition-heeded', { came, due: '412, or 404: it was removed' }, [tried])
  }
}

const speaksOfConditions = (operation: AnyOperation): boolean =>
  declares(operation, 412) || operation.parameters.some((one) => isIfMatch(one))

/** A condition that is false, where the document speaks of conditions. */
export async function tryCondition(
  trial: Trial,
  operation: AnyOperation,
  body: WrittenBody | undefined,
  condition: How,
): Promise<void> {
  if (!speaksOfConditions(operation)) return
  const before = await trial.show()
  if (before === undefined || tagOf(before.response) === condition.tag) return
  const tried = await trial.ask(operation, { ...condition, body })
  const after = tried && (await trial.show())
  if (tried === undefined || after === undefined) return
  const difference = trial.difference(before, after)
  // What was done already may be called done.
  if (isSuccess(tried) && difference === undefined) return
  const came = difference === undefined ? undefined : `${tried.response.status}: ${difference}`
  trial.say('condition-heeded', { came, due: 'what was there before, and 412' }, [tried, after])
}

/** No condition where 428 is declared (RFC 6585, 3), and the tag from before a change where 412 is. */
export async function tryDeclared(
  trial: Trial,
  way: AnyOperation,
  body: WrittenBody | undefined,
  stale: string | undefined,
): Promise<void> {
  for (const [status, tag] of [[412, stale] as const, [428, ''] as const]) {
    const shown = declares(way, status) ? await trial.show() : undefined
    const current = shown && tagOf(shown.response)
    if (tag === undefined || current?.startsWith('"') !== true || current === tag) continue
    const tried = await trial.ask(way, { body, tag })
    sayDeclared(trial, way, status, [tried, tried && (await trial.ask(way, { body, tag: current }))])
  }
  if (speaksOfConditions(way)) await tryStar(trial, way, body)
}

/** A star is the tag of whatever is there (RFC 9110, 13.1.1), unless the document wants another form. */
async function tryStar(trial: Trial, way: AnyOperation, body: WrittenBody | undefined): Promise<void> {
  const tried = await trial.ask(way, { body, tag: '*' })
  const isRight = tried && trial.player.oracle.analyse(tried.sent.request).faults.length === 0
  if (tried?.response.status !== 412 || isRight !== true || !isSuccess((await trial.show()) ?? tried)) return
  const right = await trial.ask(way, { body })
  const came = right !== undefined && isSuccess(right) ? tell(tried.response) : undefined
  trial.say('condition-heeded', { came, due: 'a success, as with the current tag' }, [tried])
}

/** Without a condition first, where 428 is declared. */
export async function removeBy(trial: Trial, remove: AnyOperation): Promise<Came | undefined> {
  const bare = declares(remove, 428) ? await trial.ask(remove, { tag: '' }) : undefined
  const removed = bare !== undefined && isSuccess(bare) ? bare : await trial.ask(remove)
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
    : right !== undefined && isSuccess(right)
  if (!isDue) return
  const came = tried.response.status === status ? undefined : tell(tried.response)
  const due = `${status}, as the document says: with the current tag it is a success`
  trial.say('refused-as-declared', { came, due }, [tried])
}

/** Of changes at once that know the same state, one is made: the others know an older one then. */
export async function tryAtOnce(trial: Trial, way: AnyOperation, body: RightBody): Promise<void> {
  const shown = speaksOfConditions(way) ? await trial.show() : undefined
  const tag = shown && tagOf(shown.response)
  const [names = []] = membersToVary(trial.contract, body)
  if (tag?.startsWith('"') !== true) return
  const asks = [1, 2, 3].flatMap((number) => {
    const other = freshBody(trial.contract, body, names, number)
    return (other && trial.wanted(way, { body: other, tag })) ?? []
  })
  const made = (await trial.play(atOnce(asks))).filter((one) => isSuccess(one))
  const tags = new Set([tag, ...made.flatMap(({ response }) => tagOf(response) ?? [])])
  const came =
    tags.size > 2 ? `${made.length} of ${asks.length} at once with the same If-Match succeed` : undefined
  trial.say('condition-heeded', { came, due: 'one of them, and 412' }, made, atOnce(asks))
  await trial.show()
}

const byOther = 'by a caller who may not see it'

/** Looks before and after: at the thing, or for what would make one, at how many there are. */
export async function seeNoChange(
  trial: Trial,
  operation: AnyOperation,
  how: string,
  work: () => Promise<Came | undefined>,
): Promise<void> {
  const isMaking = operation === trial.thing.create
  const look = async (): Promise<{ readonly came: Came; readonly count?: number } | undefined> => {
    if (isMaking) return listBy(trial)
    const came = await trial.show()
    return came && { came }
  }
  const before = await look()
  const tried = await work()
  const isDone = tried !== undefined && isSuccess(tried) && how !== byOther
  if (before === undefined || !isSuccess(before.came) || isDone) return
  const after = await look()
  if (after === undefined) return
  const counts = `${after.count} items in place of ${before.count}`
  const isSame = before.count === after.count
  const difference = isMaking ? (isSame ? undefined : counts) : trial.difference(before.came, after.came)
  const came = difference === undefined ? undefined : `${difference}, ${how}`
  trial.say(ruleId(operation, 'no-effect'), { came, due: 'what was there before' }, [tried, after.came])
}
