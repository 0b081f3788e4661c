/** What was made is where the response says, in its list, and once for each key. */
import { alone, fieldValue } from '@plant-store/raw-http'
import { randomUUID } from 'node:crypto'
import type { Field } from '../../../exchange.ts'
import type { AnyOperation } from '../../model.ts'
import { tell } from '../../oracle/asked.ts'
import { readJson } from '../../oracle/content.ts'
import { isOfPages } from '../../paging.ts'
import { operationsAt } from '../../paths.ts'
import { ruleId } from '../../rules.ts'
import type { RightBody } from '../../values/bodies.ts'
import { listBy } from './listed.ts'
import { isKey } from '../plan.ts'
import { type Came, isGone, isSuccess, type Trial } from './trial.ts'
import { holds } from './views.ts'

/** Location leads to what was made (RFC 9110, 15.3.2). Where the document has its path, it is looked for as such. */
export async function followLocation(trial: Trial, create: AnyOperation, made: Came): Promise<void> {
  const { url } = trial.player.subject
  const location = fieldValue(made.response, 'Location')
  const { body: _body, ...request } = made.ask.request
  const here = new URL(request.target, url).href
  if (made.response.status !== 201 || location === undefined || !URL.canParse(location, here)) return
  const { origin, pathname, search } = new URL(location, here)
  const root = new URL(url).pathname.replace(/\/$/, '')
  const isDeclared = [pathname, pathname.slice(root.length)].some(
    (path) => operationsAt(trial.contract.operations, path).length > 0,
  )
  if (isDeclared || origin !== new URL(url).origin) return
  const fields = request.fields.filter(
    ([name]) => !/^(?:content-.*|transfer-encoding|idempotency-key)$/i.test(name),
  )
  const [came] = await trial.play(
    alone({ request: { ...request, method: 'GET', target: pathname + search, fields } }),
  )
  if (came === undefined) return
  const gone = isGone(came) ? `${came.response.status} at its Location, ${location}` : undefined
  trial.say(ruleId(create, 'effect'), { came: gone, due: 'what was made' }, [made, came])
}

/** The same request with the same key makes one thing, and gets its response again. */
export async function tryKey(trial: Trial, create: AnyOperation, like: RightBody): Promise<void> {
  const key = create.parameters.find((one) => isKey(one))
  if (key === undefined) return
  const how = { body: trial.fresh(like), fields: [[key.name, randomUUID()]] } as const
  const made = await trial.ask(create, how)
  const again = made && isSuccess(made) ? await trial.ask(create, how) : undefined
  if (made === undefined || again === undefined) return
  const isOther = trial.nameOf(made) !== trial.nameOf(again)
  const came = isSuccess(again) && !isOther ? undefined : `${tell(again.response)}, for the second of two`
  const due = `the same as for the first: both have the same ${key.name}`
  trial.say(ruleId(create, 'effect'), { came, due }, [made, again])
  await tryOthersKey(trial, create, how.fields[0], made)
}

/** Callers of whom each has things of that kind alone have keys of their own. */
async function tryOthersKey(trial: Trial, create: AnyOperation, key: Field, made: Came): Promise<void> {
  const name = trial.nameOf(made)
  const caller = trial.player.callers.findIndex((_, index) => index !== trial.caller)
  const { service } = trial.player.oracle
  const given = [trial.caller, caller].map((who) => service.givenFor(trial.thing.name ?? '', who))
  if (name === undefined || caller === -1 || given[0] === given[1]) return
  const { body } = made
  const others = await trial.ask(create, { body, caller, fields: [key] })
  const isAgain = others !== undefined && isSuccess(others)
  const plain = isAgain ? others : await trial.ask(create, { body, caller, fields: [[key[0], randomUUID()]] })
  if (others === undefined || plain === undefined || !isSuccess(plain)) return
  const came = isAgain && trial.nameOf(others) !== name ? undefined : tell(others.response)
  const due = `a thing of its own: the same ${key[0]} is another caller's`
  trial.say(ruleId(create, 'effect'), { came, due }, [made, others])
}

/** A list that takes no parameters but those of pages names all that was made; where a thing does not name itself, it need not. */
export async function find(
  trial: Trial,
  create: AnyOperation,
  made: Came,
  shown: Came | undefined,
): Promise<void> {
  const { list } = trial.thing
  const listed = await listBy(trial)
  if (list === undefined || listed === undefined) return
  trial.isListed = holds(listed.value, trial.name)
  const isNamed = [made, shown].some(
    (one) => one !== undefined && holds(readJson(one.response).value, trial.name),
  )
  if (!isNamed || !listed.isWhole || list.parameters.some((one) => one.in === 'query' && !isOfPages(one)))
    return
  const came = trial.isListed ? undefined : 'a list without what was made'
  trial.say(ruleId(create, 'effect'), { came, due: 'a list with it' }, [made, listed.came])
}
