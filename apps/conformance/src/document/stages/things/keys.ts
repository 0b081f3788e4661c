/** What is asked for again with the same key (Idempotency-Key) is not done again. */
import { randomUUID } from 'node:crypto'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import type { RightBody } from '../../values/bodies.ts'
import { isKey } from '../plan.ts'
import { type Came, isSuccess, successOf, type Trial } from './trial.ts'
import { differenceOf, shownBy } from './views.ts'
import { tell } from '../../../quote.ts'

/** What makes a thing gets its response again; what is done to one is not done to it twice. */
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
