/** A first body that the service takes. */
import type { AnyOperation } from '../../model.ts'
import type { RightBody } from '../../values/bodies.ts'
import { leanBody } from '../../values/fresh.ts'
import { likelyBodies } from '../../values/likely.ts'
import { itemsOf } from '../../items.ts'
import { listBy } from './listed.ts'
import { type Came, isSuccess, mostRight, type Trial } from './trial.ts'

/** So many that are likely, where those are refused. */
const mostLikely = 40

/** Undefined where none is taken. */
export async function findAccepted(
  trial: Trial,
  create: AnyOperation,
): Promise<{ readonly made: Came; readonly body: RightBody | undefined } | undefined> {
  const [first, ...others] = trial.rightBodies(create)
  // Whoever refuses one of all members may take one of the needed.
  const lean = first && leanBody(trial.contract, first)
  const bodies =
    create.body === undefined ? [undefined] : [first, lean, ...others].filter((one) => one !== undefined)
  const refused: Came[] = []
  for (const body of bodies.slice(0, mostRight)) {
    const made = await trial.askRight(create, { body })
    if (made !== undefined && isSuccess(made)) return { made, body }
    if (made !== undefined) refused.push(made)
  }
  return first && refused.some((one) => isOfContent(one))
    ? findLikely(trial, create, first, refused)
    : undefined
}

/** What the service has against a body, not against who asks. */
const isOfContent = ({ response: { status } }: Came): boolean => [400, 403, 404, 409, 422].includes(status)

async function findLikely(
  trial: Trial,
  create: AnyOperation,
  body: RightBody,
  refused: readonly Came[],
): ReturnType<typeof findAccepted> {
  const listed = await listBy(trial)
  const bodies = likelyBodies(trial.contract, body, {
    items: listed === undefined ? [] : itemsOf(listed.value),
    refusal: refused.map(({ response }) => response.body.toString('utf8')).join(' '),
    valuesFor: (name) => trial.known(name),
  })
  for (const likely of bodies.slice(0, mostLikely)) {
    const made = await trial.askRight(create, { body: likely })
    if (made === undefined || !isSuccess(made)) continue
    trial.player.oracle.service.accepted.set(create, likely)
    await askWrong(trial, create, likely)
    return { made, body: likely }
  }
  return undefined
}

/** Until now, wrong bodies may have been refused for what was wrong with the right ones, too. */
async function askWrong(trial: Trial, create: AnyOperation, right: RightBody): Promise<void> {
  for (const body of trial.wrongBodies(create, [right.value])) await trial.ask(create, { body })
}
