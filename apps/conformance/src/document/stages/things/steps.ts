/** A thing is looked at, something is done, and it is looked at again: a change shows in its tag, and what may change nothing does not. */
import { randomUUID } from 'node:crypto'
import { tell } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { neverTag } from '../../oracle/examine.ts'
import { ruleId } from '../../rules.ts'
import type { RightBody } from '../../values/bodies.ts'
import { fieldOf } from '../stage.ts'
import { isKey } from '../plan.ts'
import type { Trial } from './trial.ts'
import { type Came, differenceOf, isSuccess, shownBy, successOf } from './views.ts'

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
  const tag = fieldOf(before, 'ETag') ?? neverTag
  // Nothing else is asked for in between: a cache may learn by it.
  const kept = await trial.ask(trial.thing.show, { fields: [['If-None-Match', tag]] })
  const after = await trial.show()
  if (after !== undefined && !trial.isInList) compareTags(trial, [before, came, after], kept)
  return after && [before, came, after]
}

function compareTags(trial: Trial, step: Step, kept: Came | undefined): void {
  const [before, , after] = step
  const [old, now] = [fieldOf(before, 'ETag'), fieldOf(after, 'ETag')]
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

export const byRefused = 'by what was refused'

/** The thing; or for what would make one, how many the list has. */
async function lookFor(trial: Trial, operation: AnyOperation): Promise<Came | undefined> {
  // What was accepted before may be done only now (RFC 9110, 15.3.3).
  if (operation.responses.some(({ status }) => status === '202')) return undefined
  if (operation !== trial.thing.create) return trial.show()
  const listed = await trial.list()
  const body = Buffer.from(JSON.stringify({ items: listed?.items.length }))
  return listed && { ...listed.came, response: { ...listed.came.response, body } }
}

/** Looks before and after. Only what is right and should be refused may be a success, and yet change nothing. */
export async function seeNoChange(
  trial: Trial,
  operation: AnyOperation,
  how: string,
  work: () => Promise<Came | undefined>,
  rule = ruleId(operation, 'no-effect'),
): Promise<void> {
  const before = await lookFor(trial, operation)
  const tried = await work()
  if (before === undefined || !isSuccess(before) || (isSuccess(tried) && how === byRefused)) return
  const after = await lookFor(trial, operation)
  const difference = after && trial.difference(before, after)
  // What was done already may be called done.
  if (after === undefined || (isSuccess(tried) && difference === undefined)) return
  const came = difference === undefined ? undefined : `${difference}, ${how}`
  trial.say(rule, came, 'what was there before', [tried, after])
}

/** What is asked for again with the same key (Idempotency-Key) is not done again: what makes a thing gets its response again; what is done to one is not done to it twice. */
export async function tryKey(trial: Trial, operation: AnyOperation, body?: RightBody): Promise<void> {
  const name = operation.parameters.find((one) => isKey(one))?.name
  if (name === undefined) return
  const how = { body, fields: [[name, randomUUID()]] } as const
  const first = successOf(await trial.ask(operation, how))
  if (first === undefined) return
  const [one, other] = [await trial.show(), await trial.show()]
  const again = await trial.ask(operation, how)
  const last = await trial.show()
  if (again === undefined) return
  const isMaking = operation === trial.thing.create
  const isSame = isSuccess(again) && trial.nameOf(first) === trial.nameOf(again)
  const anew = isSame ? undefined : `${tell(again.response)}, for the second of two`
  // What is another each time tells nothing.
  if (isMaking || differ(one, other) === undefined)
    trial.say(
      ruleId(operation, 'effect'),
      isMaking ? anew : differ(other, last),
      `nothing new: both have the same ${name}`,
      [first, again],
    )
}

/** The service's own members are looked at, too. */
const differ = (one: Came | undefined, other: Came | undefined): string | undefined =>
  one && other && differenceOf(shownBy(one), shownBy(other))
