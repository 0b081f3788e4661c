/** What is refused, or broken off, changes nothing; and nobody changes what they may not see. */
import { toText } from '@plant-store/raw-http'
import { itemsOf } from '../../paging.ts'
import { type AnyOperation, needsCredential } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { whoAsks } from '../plan.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'

/** Wrong bodies, no credential, other callers, and a request whose end never comes. The oracle wants the first two refused. */
export async function tryRefused(trial: Trial, operation: AnyOperation): Promise<void> {
  const { player } = trial
  const [right] = trial.rightBodies(operation)
  for (const body of trial.wrongBodies(operation))
    await seeNoChange(trial, operation, byRefused, () => trial.ask(operation, { body }))
  const askAs = (caller: number | undefined, how: string): Promise<void> =>
    seeNoChange(trial, operation, how, () => trial.ask(operation, { caller, body: trial.fresh(right) }))
  if (needsCredential(operation)) await askAs(undefined, byRefused)
  // What is made belongs to whoever made it.
  if (operation === trial.thing.create) return
  for (const caller of whoAsks({ player, operation }).filter((who) => who !== trial.caller)) {
    const seen = await trial.show({ caller })
    // What is shared may be changed by both.
    if (seen !== undefined && !isSuccess(seen)) await askAs(caller, 'by a caller who may not see it')
  }
  const whole = right && trial.wanted(operation, { body: trial.fresh(right) })
  if (whole === undefined) return
  const bytes = toText(whole.request).length - 2
  await seeNoChange(trial, operation, 'by a request that was broken off', async () => {
    await player.client.play([{ abandon: whole.request, bytes, by: 'reset' }])
    return undefined
  })
}

export const byRefused = 'by what was refused'

/** The thing; or for what would make one, how many the list has. */
async function lookFor(trial: Trial, operation: AnyOperation): Promise<Came | undefined> {
  // What was accepted before may be done only now (RFC 9110, 15.3.3).
  if (operation.responses.some(({ status }) => status === '202')) return undefined
  if (operation !== trial.thing.create) return trial.show()
  const listed = await trial.list()
  const body = Buffer.from(JSON.stringify({ items: itemsOf(listed?.value).length }))
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
