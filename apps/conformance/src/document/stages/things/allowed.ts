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
import { namedMembers, shapesOf } from '../../values/shape.ts'
import { tryTelling } from './shown.ts'
import { type Came, isSuccess, type Trial } from './trial.ts'

/** This many members are null in turn. */
export const mostNull = 8

/** This many values at bounds are tried. */
const mostEdges = 40

/** Content beyond this many bytes would only measure how much a service takes. */
const mostBytes = 100_000

/** `body`: one that was accepted. */
export async function tryAllowed(trial: Trial, create: AnyOperation, body: RightBody): Promise<void> {
  for (const name of nullable(trial, body).slice(0, mostNull)) await tryNull(trial, create, body, name)
  await tryTelling(trial, create, body)
  const { value, content } = body
  const edges = edgesOf(sourceOf(trial.contract), [schemaOf(content)], value)
  for (const edge of edges.slice(0, mostEdges)) await tryEdge(trial, create, body, edge)
  const largestValue = largest(sourceOf(trial.contract), [schemaOf(content)], value)
  const large = bodyWith(trial.contract, body, largestValue)
  if (large === undefined || large.body.length > mostBytes || declaredFor(create, 413) !== undefined) return
  const came = await trial.askRight(create, { body: large })
  const due = `a success, as for less: ${large.body.length} bytes, as the schema allows`
  trial.say(ruleId(create, 'success'), { came: refusalIn(came, 413), due }, [came])
}

async function tryNull(trial: Trial, create: AnyOperation, body: RightBody, name: string): Promise<void> {
  const { [name]: _left, ...without } = isObject(body.value) ? body.value : {}
  const [bare, empty] = [without, { ...without, [name]: null }].map((one) =>
    bodyWith(trial.contract, body, one),
  )
  if (bare === undefined || empty === undefined) return
  const plain = await trial.askRight(create, { body: bare })
  const came = plain && isSuccess(plain) ? await trial.askRight(create, { body: empty }) : undefined
  const due = `a success, as without ${name}, which may be null`
  trial.say(ruleId(create, 'success'), { came: refusalIn(came, 400, 422), due }, [came])
}

/** Refused is only the one at the bound. */
async function tryEdge(trial: Trial, create: AnyOperation, body: RightBody, edge: Edge): Promise<void> {
  const ask = async (value: unknown): Promise<Came | undefined> => {
    const other = bodyWith(trial.contract, body, value)
    return other && (await trial.askRight(create, { body: other }))
  }
  const came = await ask(edge.value)
  const refusal = refusalIn(came, 400, 422)
  for (const value of refusal === undefined ? [] : edge.beside) {
    const other = await ask(value)
    if (other === undefined || !isSuccess(other)) return
  }
  const due = `a success, as beside that bound: ${edge.what}`
  trial.say(ruleId(create, 'success'), { came: refusal, due }, [came])
}

const refusalIn = (came: Came | undefined, ...statuses: readonly number[]): string | undefined =>
  came !== undefined && statuses.includes(came.response.status) ? tell(came.response) : undefined

/** The members that may be left out, and of which the document says that they may be null. */
export const nullable = ({ contract }: Trial, { content }: RightBody): readonly string[] => [
  ...new Set(
    shapesOf(contract, [schemaOf(content)])
      .flatMap((shape) => namedMembers(contract, shape))
      .filter(({ demands, isRequired }) => {
        const types = new Set(shapesOf(contract, demands).flatMap((shape) => shape.types))
        return !isRequired && types.has('null') && types.size < 4
      })
      .map(({ name }) => name),
  ),
]
