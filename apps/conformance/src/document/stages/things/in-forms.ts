/** Requests in other forms. */
import type { AnyOperation } from '../../model.ts'
import { tell } from '../../oracle/asked.ts'
import { ruleId } from '../../rules.ts'
import type { RightBody } from '../../values/bodies.ts'
import type { Form } from '../forms.ts'
import { type Came, successOf, type Trial } from './trial.ts'

/** Asks in the form; and plainly where that is refused: if it then succeeds, it was refused for its form. */
export async function askIn(
  form: Form | undefined,
  trial: Trial,
  operation: AnyOperation,
  body: RightBody | undefined,
): Promise<Came | undefined> {
  const came = await trial.askRight(operation, body, form)
  if (form === undefined || came === undefined || successOf(came) !== undefined) return came
  const plain = successOf(await trial.askRight(operation, body))
  const { status } = came.response
  const { alsoFine } = trial.player.oracle.analyse(came.sent.request)
  // What is there already (409) is no matter of form.
  const isFine = status >= 500 || [form.refusal, 409, 429, ...alsoFine].includes(status)
  if (plain === undefined || isFine) return plain
  const due = `${plain.response.status}, as for the same in another form (${form.source})`
  const session = trial.sessionOf(came.sent.request, form)
  trial.say(ruleId(operation, 'success'), tell(came.response), due, [came], session)
  return plain
}
