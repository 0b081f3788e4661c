/** What makes things, with --writes: each is found, is made of what was sent, in whatever form, and is a thing of its own. */
import { alone, atOnce } from '@plant-store/raw-http'
import type { AnyOperation } from '../../model.ts'
import { itemsOf } from '../../paging.ts'
import { ruleId } from '../../rules.ts'
import { fineBody, leanBody, likelyBodies } from '../../values/fresh.ts'
import type { RightBody } from '../../values/bodies.ts'
import { tryAllowed } from './allowed.ts'
import { followLocation, lookFor } from './created.ts'
import { forms } from '../forms.ts'
import { tryKey } from './keys.ts'
import { type Came, isGone, isSuccess, mostRight, successOf, type Trial } from './trial.ts'

/** Makes a thing that the rest can be tried on, and more of them. */
export async function make(trial: Trial, create: AnyOperation): Promise<void> {
  const made = await findAccepted(trial, create)
  if (made === undefined) return
  await lookFor(trial, create, made)
  const { name } = trial
  await followLocation(trial, create, made)
  const [body, ...others] = trial.rightBodies(create)
  for (const form of forms) await trial.askIn(form, create, body)
  await makeAtOnce(trial, create, body)
  if (body !== undefined) {
    await tryKey(trial, create, trial.fresh(body))
    await tryAllowed(trial, create, body)
    // One with numbers that 32 bits do not hold, and one that has most to lose.
    const [longest] = [body, ...others].toSorted((one, other) => other.body.length - one.body.length)
    for (const one of [fineBody(body), longest]) {
      const another = one && successOf(await trial.askRight(create, one))
      if (another !== undefined) await lookFor(trial, create, another)
    }
  }
  trial.name = name
}

/** This many are made at once. */
const crowd = 3

/** Each makes a thing of its own, as it does alone (RFC 9110, 15.3.2). */
async function makeAtOnce(trial: Trial, create: AnyOperation, body?: RightBody): Promise<void> {
  const again = successOf(await trial.askRight(create, body))
  if (again === undefined || trial.nameOf(again) === trial.name) return
  const all = Array.from({ length: crowd }, () => trial.wanted(create, { body: trial.fresh(body) }) ?? [])
  const session = atOnce(all.flat())
  const names = new Set<unknown>()
  for (const made of (await trial.play(session)).filter((one) => isSuccess(one))) {
    const shown = await trial.take(made)
    if (shown === undefined) continue
    const twice = names.has(trial.name) ? 'the name of another that was made at once' : undefined
    const came = isGone(shown) ? `${trial.absence(shown)} for what was made at once with others` : twice
    names.add(trial.name)
    const asks = [...session, ...alone({ request: shown.request })]
    trial.say(ruleId(create, 'effect'), came, 'a thing of its own for each', [shown], asks)
  }
}

/** So many that are likely, where those are refused. */
const mostLikely = 40

/** What came for the first body that is taken, which then is the first of the right ones. Undefined where none is taken. */
export async function findAccepted(trial: Trial, create: AnyOperation): Promise<Came | undefined> {
  if (create.body === undefined) return successOf(await trial.askRight(create))
  const refused: Came[] = []
  for await (const body of candidates(trial, create, refused)) {
    const made = await trial.askRight(create, body)
    if (made !== undefined && !isSuccess(made)) refused.push(made)
    if (!isSuccess(made)) continue
    trial.player.oracle.service.accepted.set(create, body)
    // Until now, wrong bodies may have been refused for what was wrong with the right ones, too.
    for (const wrong of refused.length > 0 ? trial.wrongBodies(create, [body.value]) : [])
      await trial.ask(create, { body: wrong })
    return made
  }
  return undefined
}

/** Right bodies; where those are refused for what they say, likely ones. */
async function* candidates(
  trial: Trial,
  create: AnyOperation,
  refused: readonly Came[],
): AsyncGenerator<RightBody> {
  const [first, ...others] = trial.rightBodies(create)
  if (first === undefined) return
  // Whoever refuses one of all members may take one of the needed.
  const bodies = [first, leanBody(first), ...others].filter((one) => one !== undefined)
  yield* bodies.slice(0, mostRight)
  if (!refused.some((one) => isOfContent(one))) return
  const listed = await trial.list()
  const likely = likelyBodies(first, itemsOf(listed?.value), (name) => trial.known(name))
  yield* likely.slice(0, mostLikely)
}

/** What the service has against a body, not against who asks. */
const isOfContent = ({ response: { status } }: Came): boolean => [400, 403, 404, 409, 422].includes(status)
