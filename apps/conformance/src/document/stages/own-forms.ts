/** Right values that a service may refuse: texts of a form that no schema says, such as those of a language for filters, and what does not fit each thing. */
import { inTurn } from '@plant-store/raw-http'
import type { AnyContract, Parameter } from '../model.ts'
import { accepts, statedIn } from '../values/right.ts'
import { type Demands, shapesOf } from '../values/shape.ts'
import { type Plan, requestsOf, valuesOf, withEach } from './plan.ts'

/** Notes which parameters take such values, with those of them that may not be refused. */
export async function findOwnForms(plan: Plan): Promise<void> {
  const { player, operation } = plan
  const { contract, ownForms } = player.oracle.service
  for (const one of operation.parameters) {
    const isText = one.in !== 'path' && isFree(contract, [one.schema])
    const isKind = operation.path.endsWith('}') && !one.isRequired && isChoice(contract, one)
    const right = isText || isKind ? valuesOf(plan, one) : []
    const [shown, values] = isText ? textsOf(plan, one, right) : [[], right]
    if (!(await areRefused(plan, one, values, isText))) continue
    ownForms.set(one, shown)
    const what = `Right values of the ${one.in} parameter ${one.name} are refused: it may want a form of its own.`
    player.collector.notMade(what, `${operation.method} ${operation.path}`)
  }
}

/**
 * Where the plainest text is refused, or a bracket that is not closed, others may be, too; what is shown may not. A thing that
 * is refused as one kind, and not as another, is of that other: a file is no directory.
 */
async function areRefused(plan: Plan, one: Parameter, values: Values, isText: boolean): Promise<boolean> {
  // What is wrong with a response is not told yet.
  const all = await plan.player.client.play(inTurn(requestsOf(withEach(plan, one, values))))
  const statuses = all.map(({ response }) => response?.status ?? 500)
  const refusals = isText ? [400, 422] : [400, 404, 409, 422]
  return statuses.some((own) => refusals.includes(own)) && (isText || statuses.some((own) => own < 300))
}

const isChoice = (contract: AnyContract, { schema }: Parameter): boolean =>
  shapesOf(contract, [schema]).some((shape) => shape.has('enum'))

type Values = readonly unknown[]

/** What the document or the service says itself, and what is tried beside it. */
function textsOf(
  plan: Plan,
  { name, examples, schema }: Parameter,
  right: Values,
): readonly [Values, Values] {
  const { service } = plan.player.oracle
  const stated = shapesOf(service.contract, [schema]).flatMap((shape) => statedIn(shape))
  const shown = [...examples, ...stated, ...service.valuesFor(name, plan.caller)]
  const made = right.filter((value) => !shown.includes(value)).slice(0, 1)
  const tried = made.flatMap((value) => [value, Array.isArray(value) ? ['['] : '['])
  return [shown, tried.filter((value) => accepts(service.contract, [schema], value))]
}

/** Whether any text is right, or any list of such. */
const isFree = (contract: AnyContract, demands: Demands): boolean =>
  shapesOf(contract, demands).every((shape) => {
    const [type, ...others] = shape.types
    const isText = type === 'string' && !shape.has(...said)
    const isList = type === 'array' && isFree(contract, shape.itemDemands(0))
    return others.length === 0 && (isText || isList)
  })

const said = ['format', 'pattern', 'enum', 'const']
