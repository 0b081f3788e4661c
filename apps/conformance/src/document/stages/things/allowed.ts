/** What the document allows: null, and values at bounds. It is refused only for a reason that the document has not. */
import { isObject } from '../../../contract/pointers.ts'
import type { AnyOperation } from '../../model.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { type Edge, edgesOf } from '../../values/edges.ts'
import { schemaOf } from '../../values/media-types.ts'
import { membersAmong, shapesOf } from '../../values/shape.ts'
import { tryTelling } from './shown.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'
import { tell } from '../../../quote.ts'

/** This many are tried. */
const mostEdges = 50

/** `body`: one that was accepted. */
export async function tryAllowed(trial: Trial, create: AnyOperation, body: RightBody): Promise<void> {
  const { value, content } = body
  const own = isObject(value) ? value : {}
  const nulls = nullable(body).map((name): Edge => ({
    what: `null as ${name}`,
    value: { ...own, [name]: null },
    beside: [{ ...own, [name]: undefined }],
  }))
  const edges = edgesOf(trial.contract, [schemaOf(content)], value)
  for (const edge of [...nulls, ...edges].slice(0, mostEdges)) await tryEdge(trial, create, body, edge)
  await tryTelling(trial, create, body)
}

/** Refused is only the one at the bound. */
async function tryEdge(
  trial: Trial,
  create: AnyOperation,
  body: RightBody,
  { what, value, beside }: Edge,
): Promise<void> {
  const ask = async (one: unknown): Promise<Came | undefined> => {
    const other = bodyWith(body, one)
    return other && (await trial.askRight(create, other))
  }
  const came = await ask(value)
  const refusal = came && [400, 422].includes(came.response.status) ? tell(came.response) : undefined
  for (const other of refusal === undefined ? [] : beside) if (!isSuccess(await ask(other))) return
  trial.say(ruleId(create, 'success'), refusal, `a success, as for what is beside it: ${what}`, [came])
}

/** The members that may be left out, and of which the document says that they may be null. */
export const nullable = ({ contract, content }: RightBody): readonly string[] => {
  const names = membersAmong(contract, [schemaOf(content)])
    .filter(({ demands, isRequired }) => {
      const types = new Set(shapesOf(contract, demands).flatMap((shape) => shape.types))
      return !isRequired && types.has('null') && types.size < 4
    })
    .map(({ name }) => name)
  return [...new Set(names)]
}
