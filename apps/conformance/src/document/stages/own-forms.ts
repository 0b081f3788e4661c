/** Right values that a service may refuse: texts of a form that no schema says, such as those of a language for filters, and what does not fit each thing. */
import { inTurn } from '@plant-store/raw-http'
import { statusOf } from '../../exchange.ts'
import type { AnyContract, Parameter } from '../model.ts'
import { sourceOf, statedIn } from '../values/right.ts'
import { type Demands, itemDemands, keywordsOf, shapesOf } from '../values/shape.ts'
import { type Place, type Plan, plansFor, requestsOf, valuesOf, withEach } from './plan.ts'

/** Where the plainest text is refused, or a bracket that is not closed, others may be, too; what the document shows may not. */
export async function findOwnForms(place: Place): Promise<void> {
  const { contract } = place.player.oracle.service
  for (const plan of plansFor(place).slice(0, 1))
    for (const parameter of place.operation.parameters) {
      if (parameter.in !== 'path' && isFree(contract, [parameter.schema])) await tryTexts(plan, parameter)
      const isOfThing = !parameter.isRequired && place.operation.path.endsWith('}')
      if (isOfThing && isChoice(contract, parameter)) await tryKinds(plan, parameter)
    }
}

/** The statuses of requests with these values; 500 where none came. What is wrong with a response is not told yet. */
async function statusesFor(
  plan: Plan,
  parameter: Parameter,
  values: readonly unknown[],
): Promise<readonly number[]> {
  const all = await plan.player.client.play(inTurn(requestsOf(withEach(plan, parameter, values))))
  return all.map(({ outcome }) => statusOf(outcome) ?? 500)
}

/** `shown`: values that are right in spite of it. */
function note(
  { player, operation }: Plan,
  parameter: Parameter,
  shown: readonly unknown[],
  what: string,
): void {
  player.oracle.service.ownForms.set(parameter, shown)
  player.collector.notMade(what, `${operation.method} ${operation.path}`)
}

/** A thing that is refused as one kind, and not as another, is of that other: a file is no directory. */
async function tryKinds(plan: Plan, parameter: Parameter): Promise<void> {
  const statuses = await statusesFor(plan, parameter, valuesOf(plan, parameter))
  const isRefused = statuses.some((status) => [400, 404, 409, 422].includes(status))
  if (isRefused && statuses.some((status) => status < 300))
    note(
      plan,
      parameter,
      [],
      `Not each value of the ${parameter.in} parameter ${parameter.name} may fit each thing.`,
    )
}

const isChoice = (contract: AnyContract, { schema }: Parameter): boolean =>
  shapesOf(contract, [schema]).some((shape) => keywordsOf(shape, 'enum').length > 0)

async function tryTexts(plan: Plan, parameter: Parameter): Promise<void> {
  const { service } = plan.player.oracle
  const { name, in: where, examples, schema } = parameter
  const stated = shapesOf(service.contract, [schema]).flatMap((shape) => statedIn(shape))
  const shown = [...examples, ...stated, ...service.valuesFor(name, plan.caller)]
  const made = valuesOf(plan, parameter).filter((value) => !shown.includes(value))
  const tried = made.slice(0, 1).flatMap((value) => [value, Array.isArray(value) ? ['['] : '['])
  const right = tried.filter((value) => sourceOf(service.contract).accepts([schema], value))
  const statuses = await statusesFor(plan, parameter, right)
  if (statuses.some((status) => [400, 422].includes(status)))
    note(
      plan,
      parameter,
      shown,
      `Texts made for the ${where} parameter ${name} are refused: it may want a form of its own.`,
    )
}

/** Whether any text is right, or any list of such. */
const isFree = (contract: AnyContract, demands: Demands): boolean =>
  shapesOf(contract, demands).every((shape) => {
    const [type, ...others] = shape.types
    const isText = type === 'string' && said.every((name) => keywordsOf(shape, name).length === 0)
    const isList = type === 'array' && isFree(contract, itemDemands(shape, 0))
    return others.length === 0 && (isText || isList)
  })

const said = ['format', 'pattern', 'enum', 'const']
