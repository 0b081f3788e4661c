/** What was made is shown as it was sent, where the response says, and in its list. */
import { alone, fieldValue } from '@plant-store/raw-http'
import type { AnyOperation } from '../../model.ts'
import { quote } from '../../../quote.ts'
import { isOfPages } from '../../paging.ts'
import { operationsAt } from '../../paths.ts'
import { ruleId } from '../../rules.ts'
import { locationOf } from './things.ts'
import { type Came, isGone, isSuccess, type Trial } from './trial.ts'
import { damageOf, differing, holds, valueOf } from './views.ts'

export async function lookFor(trial: Trial, create: AnyOperation, made: Came): Promise<void> {
  const shown = await trial.take(made)
  if (trial.name === undefined) return
  const gone = shown && isGone(shown) ? `${trial.absence(shown)} for what was made` : undefined
  if (shown !== undefined)
    trial.say(ruleId(create, 'effect'), gone ?? otherThan(trial, made, shown), 'what was made', [made, shown])
  if (gone === undefined) await findInList(trial, create, made, shown)
}

/** A member that is shown otherwise than it was sent, or than the response to POST has it. */
function otherThan(trial: Trial, made: Came, shown: Came): string | undefined {
  if (!isSuccess(shown)) return undefined
  const [[name, text] = []] = differing(trial.written(made), trial.written(shown))
  return (
    damageOf(made.body?.value, valueOf(shown)) ??
    (name === undefined ? undefined : `another ${name} than ${quote(text ?? '')}`)
  )
}

/** A list that takes no parameters but those of pages names all that was made; where a thing does not name itself, it need not. */
async function findInList(trial: Trial, create: AnyOperation, made: Came, shown?: Came): Promise<void> {
  const { list } = trial.thing
  const listed = await trial.list()
  if (list === undefined || listed === undefined) return
  trial.isListed = holds(listed.value, trial.name)
  const isNamed = [made, shown].some((one) => one !== undefined && holds(valueOf(one), trial.name))
  const isOfAll = listed.isWhole && list.parameters.every((one) => one.in !== 'query' || isOfPages(one))
  const came = trial.isListed ? undefined : 'a list without what was made'
  if (isNamed && isOfAll) trial.say(ruleId(create, 'effect'), came, 'a list with it', [made, listed.came])
}

/** Location leads to what was made (RFC 9110, 15.3.2). Where the document has its path, it is looked for as such. */
export async function followLocation(trial: Trial, create: AnyOperation, made: Came): Promise<void> {
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
