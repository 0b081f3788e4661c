/** What makes things, with --writes: each is found, and is made in whatever form it is sent. */
import { alone, fieldValue } from '@plant-store/raw-http'
import { quote } from '../../../quote.ts'
import type { AnyOperation } from '../../model.ts'
import { isOfPages } from '../../paging.ts'
import { operationsAt } from '../../paths.ts'
import { ruleId } from '../../rules.ts'
import type { RightBody } from '../../values/bodies.ts'
import { leanBody, likelyBodies } from '../../values/fresh.ts'
import { forms } from '../forms.ts'
import { tryAllowed } from './allowed.ts'
import { tryKey } from './steps.ts'
import { locationOf } from './things.ts'
import { mostRight, type Trial } from './trial.ts'
import { type Came, differing, holds, isGone, isSuccess, successOf, valueOf } from './views.ts'

/** Makes a thing that the rest can be tried on, and more of them. */
export async function make(trial: Trial, create: AnyOperation): Promise<void> {
  const made = await findAccepted(trial, create)
  if (made === undefined) return
  await lookFor(trial, create, made)
  const { name } = trial
  await followLocation(trial, create, made)
  const [body] = trial.rightBodies(create)
  for (const form of forms) await trial.askRight(create, body, form)
  if (body !== undefined) {
    await tryKey(trial, create, trial.fresh(body))
    await tryAllowed(trial, create, body)
  }
  trial.name = name
}

/** What was made is shown as the response says, where it says, and in its list. */
async function lookFor(trial: Trial, create: AnyOperation, made: Came): Promise<void> {
  const shown = await trial.take(made)
  if (trial.name === undefined) return
  const gone = shown && isGone(shown) ? `${trial.absence(shown)} for what was made` : undefined
  if (shown !== undefined)
    trial.say(ruleId(create, 'effect'), gone ?? otherThan(trial, made, shown), 'what was made', [made, shown])
  if (gone === undefined) await findInList(trial, create, made, shown)
}

/** A member that is shown otherwise than the response to POST has it. */
function otherThan(trial: Trial, made: Came, shown: Came): string | undefined {
  if (!isSuccess(shown)) return undefined
  const [[name, text] = []] = differing(trial.written(made), trial.written(shown))
  return name === undefined ? undefined : `another ${name} than ${quote(text ?? '')}`
}

/** A list that takes no parameters but those of pages names all that was made; where a thing does not name itself, it need not. */
async function findInList(trial: Trial, create: AnyOperation, made: Came, shown?: Came): Promise<void> {
  const { list } = trial.thing
  const listed = await trial.list()
  if (list === undefined || listed === undefined) return
  trial.isListed = holds(listed.items, trial.name)
  const isNamed = [made, shown].some((one) => one !== undefined && holds(valueOf(one), trial.name))
  const isOfAll = listed.isWhole && list.parameters.every((one) => one.in !== 'query' || isOfPages(one))
  const came = trial.isListed ? undefined : 'a list without what was made'
  if (isNamed && isOfAll) trial.say(ruleId(create, 'effect'), came, 'a list with it', [made, listed.came])
}

/** Location leads to what was made (RFC 9110, 15.3.2). Where the document has its path, it is looked for as such. */
async function followLocation(trial: Trial, create: AnyOperation, made: Came): Promise<void> {
  const { url } = trial.player.subject
  const { to, paths = [] } = locationOf(made, url) ?? {}
  const isDeclared = paths.some((path) => operationsAt(trial.contract.operations, path).length > 0)
  if (made.response.status !== 201 || to?.origin !== new URL(url).origin || isDeclared) return
  const { body: _body, ...request } = made.request
  const fields = request.fields.filter(
    ([name]) => !/^(?:content-.*|transfer-encoding|idempotency-key)$/i.test(name),
  )
  const target = to.pathname + to.search
  const [came] = await trial.play(alone({ request: { ...request, method: 'GET', target, fields } }))
  const location = fieldValue(made.response, 'Location') ?? ''
  const gone = came && isGone(came) ? `${came.response.status} at its Location, ${location}` : undefined
  if (came !== undefined) trial.say(ruleId(create, 'effect'), gone, 'what was made', [made, came])
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
  const likely = likelyBodies(first, listed?.items ?? [], (name) => trial.known(name))
  yield* likely.slice(0, mostLikely)
}

/** What the service has against a body, not against who asks. */
const isOfContent = ({ response: { status } }: Came): boolean => [400, 403, 404, 409, 422].includes(status)
