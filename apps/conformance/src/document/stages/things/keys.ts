/** What is asked for again with the same key (Idempotency-Key) is not done again. */
import { randomUUID } from 'node:crypto'
import type { Field } from '../../../exchange.ts'
import type { AnyOperation } from '../../model.ts'
import { tell } from '../../oracle/asked.ts'
import { ruleId } from '../../rules.ts'
import type { RightBody } from '../../values/bodies.ts'
import { isKey } from '../plan.ts'
import { type Came, isSuccess, shownBy, successOf, type Trial } from './trial.ts'
import { differenceOf } from './views.ts'

/** What makes a thing gets its response again; what is done to one is not done to it twice. */
export async function tryKey(trial: Trial, operation: AnyOperation, body?: RightBody): Promise<void> {
  const name = operation.parameters.find((one) => isKey(one))?.name
  if (name === undefined) return
  const key: Field = [name, randomUUID()]
  const first = successOf(await trial.ask(operation, { body, fields: [key] }))
  if (first === undefined) return
  const before = [await trial.show(), await trial.show()]
  const again = await trial.ask(operation, { body, fields: [key] })
  const after = await trial.show()
  if (again === undefined) return
  const say = (came: string | undefined): void => {
    trial.say(ruleId(operation, 'effect'), came, `nothing new: both have the same ${name}`, [first, again])
  }
  if (operation === trial.thing.create) {
    const isSame = isSuccess(again) && trial.nameOf(first) === trial.nameOf(again)
    say(isSame ? undefined : `${tell(again.response)}, for the second of two`)
    await tryOthersKey(trial, operation, key, first)
  } else if (differ(before[0], before[1]) === undefined) say(differ(before[1], after))
  // What is another each time tells nothing.
}

/** The service's own members are looked at, too. */
const differ = (one: Came | undefined, other: Came | undefined): string | undefined =>
  one && other && differenceOf(shownBy(one), shownBy(other))

/** Callers of whom each has things of that kind alone have keys of their own. */
async function tryOthersKey(trial: Trial, create: AnyOperation, key: Field, made: Came): Promise<void> {
  const caller = trial.player.callers.findIndex((_, index) => index !== trial.caller)
  const { service } = trial.player.oracle
  const given = [trial.caller, caller].map((who) => service.givenFor(trial.thing.name ?? '', who))
  if (caller === -1 || given[0] === given[1]) return
  const others = successOf(await trial.ask(create, { body: made.body, caller, fields: [key] }))
  if (others === undefined) return
  const came = trial.nameOf(others) === trial.nameOf(made) ? tell(others.response) : undefined
  const due = `a thing of its own: the same ${key[0]} is another caller's`
  trial.say(ruleId(create, 'effect'), came, due, [made, others])
}
