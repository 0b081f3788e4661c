/** What the document allows: null, values at bounds, and content as large as it may be. It is refused only for a reason that the document has not. */
import { isObject } from '../../../contract/pointers.ts'
import type { AnyOperation } from '../../model.ts'
import { declaredFor, tell } from '../../oracle/asked.ts'
import { ruleId } from '../../rules.ts'
import { bodyWith, type RightBody } from '../../values/bodies.ts'
import { type Edge, edgesOf } from '../../values/edges.ts'
import { largest } from '../../values/large.ts'
import { schemaOf } from '../../values/media-types.ts'
import { sourceOf } from '../../values/right.ts'
import { shapesOf } from '../../values/shape.ts'
import { tryTelling } from './shown.ts'
import { membersIn } from './things.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'

/** This many members are null in turn. */
const mostNull = 8

/** This many values at bounds are tried. */
const mostEdges = 40

/** Content beyond this many bytes would only measure how much a service takes. */
const mostBytes = 100_000

/** `body`: one that was accepted. */
export async function tryAllowed(trial: Trial, create: AnyOperation, body: RightBody): Promise<void> {
  const { value, content } = body
  const [source, demands] = [sourceOf(trial.contract), [schemaOf(content)]]
  const nulls = nullable(trial, body).map((name): Edge => {
    const { [name]: _left, ...without } = isObject(value) ? value : {}
    return { what: `null as ${name}`, value: { ...without, [name]: null }, beside: [without] }
  })
  const edges = edgesOf(source, demands, value).slice(0, mostEdges)
  for (const edge of [...nulls, ...edges]) await tryEdge(trial, create, body, edge)
  await tryTelling(trial, create, body)
  const all = largest(source, demands, value)
  const { length = mostBytes } = bodyWith(trial.contract, body, all)?.body ?? {}
  const what = `${length} bytes, as the schema allows`
  if (length < mostBytes && declaredFor(create, 413) === undefined)
    await tryEdge(trial, create, body, { what, value: all, beside: [] }, [413])
}

/** Refused is only the one at the bound. */
async function tryEdge(
  trial: Trial,
  create: AnyOperation,
  body: RightBody,
  { what, value, beside }: Edge,
  refusals = [400, 422],
): Promise<void> {
  const ask = async (one: unknown): Promise<Came | undefined> => {
    const other = bodyWith(trial.contract, body, one)
    return other && (await trial.askRight(create, other))
  }
  const came = await ask(value)
  const refusal = came && refusals.includes(came.response.status) ? tell(came.response) : undefined
  for (const other of refusal === undefined ? [] : beside) if (!isSuccess(await ask(other))) return
  trial.say(ruleId(create, 'success'), refusal, `a success, as for what is beside it: ${what}`, [came])
}

/** The members that may be left out, and of which the document says that they may be null. */
export const nullable = ({ contract }: Trial, { content }: RightBody): readonly string[] => {
  const names = membersIn(contract, [content])
    .filter(({ demands, isRequired }) => {
      const types = new Set(shapesOf(contract, demands).flatMap((shape) => shape.types))
      return !isRequired && types.has('null') && types.size < 4
    })
    .map(({ name }) => name)
  return [...new Set(names)].slice(0, mostNull)
}
