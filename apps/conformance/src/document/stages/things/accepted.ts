/** A first body that the service takes. */
import type { AnyOperation } from '../../model.ts'
import type { RightBody } from '../../values/bodies.ts'
import { leanBody } from '../../values/fresh.ts'
import { likelyBodies } from '../../values/likely.ts'
import { itemsOf } from '../../items.ts'
import { listBy } from './listed.ts'
import { type Came, isSuccess, mostRight, successOf, type Trial } from './trial.ts'

/** So many that are likely, where those are refused. */
const mostLikely = 40

/** What came for the first body that is taken, which then is the first of the right ones. Undefined where none is taken. */
export async function findAccepted(trial: Trial, create: AnyOperation): Promise<Came | undefined> {
  const [first, ...others] = trial.rightBodies(create)
  if (create.body === undefined) return successOf(await trial.askRight(create))
  if (first === undefined) return undefined
  // Whoever refuses one of all members may take one of the needed.
  const bodies = [first, leanBody(trial.contract, first), ...others].filter((one) => one !== undefined)
  const refused: Came[] = []
  const taken = await takenOf(trial, create, bodies.slice(0, mostRight), refused)
  if (taken !== undefined || !refused.some((one) => isOfContent(one))) return taken
  const listed = await listBy(trial)
  const likely = likelyBodies(trial.contract, first, {
    items: itemsOf(listed?.value),
    refusal: refused.map(({ response }) => response.body.toString('utf8')).join(' '),
    valuesFor: (name) => trial.known(name),
  })
  const made = await takenOf(trial, create, likely.slice(0, mostLikely), refused)
  // Until now, wrong bodies may have been refused for what was wrong with the right ones, too.
  const examples = [made?.body?.value]
  for (const body of made === undefined ? [] : trial.wrongBodies(create, examples))
    await trial.ask(create, { body })
  return made
}

/** `refused`: what is not taken is put there. */
async function takenOf(
  trial: Trial,
  create: AnyOperation,
  bodies: readonly RightBody[],
  refused: Came[],
): Promise<Came | undefined> {
  for (const body of bodies) {
    const made = await trial.askRight(create, body)
    if (made !== undefined && isSuccess(made)) {
      trial.player.oracle.service.accepted.set(create, body)
      return made
    }
    if (made !== undefined) refused.push(made)
  }
  return undefined
}

/** What the service has against a body, not against who asks. */
const isOfContent = ({ response: { status } }: Came): boolean => [400, 403, 404, 409, 422].includes(status)
