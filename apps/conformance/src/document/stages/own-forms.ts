/** Right values that a service may refuse: texts of a form that no schema says, such as those of a language for filters, and what does not fit each thing. */
import { inTurn } from '@plant-store/raw-http'
import { statusOf } from '../../exchange.ts'
import type { AnyContract, Parameter } from '../model.ts'
import { sourceOf, statedIn } from '../values/right.ts'
import { type Demands, itemDemands, keywordsOf, shapesOf } from '../values/shape.ts'
import { type Place, type Plan, plansFor, requestsOf, valuesOf, withValues } from './plan.ts'

/** Where the plainest text is refused, or a bracket that is not closed, others may be, too; what the document shows may not. */
export async function findOwnForms(place: Place): Promise<void> {
  const { contract } = place.player.oracle.service
  const free = place.operation.parameters.filter((one) => one.in !== 'path' && isFree(contract, [one.schema]))
  const ofThings = place.operation.path.endsWith('}')
    ? place.operation.parameters.filter((one) => !one.isRequired && isChoice(contract, one))
    : []
  for (const plan of plansFor(place).slice(0, 1)) {
    for (const parameter of free) await tryTexts(place, plan, parameter)
    for (const parameter of ofThings) await tryKinds(place, plan, parameter)
  }
}

/** A thing that is refused as one kind, and not as another, is of that other: a file is no directory. */
async function tryKinds(place: Place, plan: Plan, parameter: Parameter): Promise<void> {
  const { player, operation } = place
  const asks = requestsOf(
    place,
    valuesOf(place, parameter, plan.caller).map((value) => withValues(plan, [[parameter, value]])),
  )
  const statuses = (await player.client.play(inTurn(asks))).map(({ outcome }) => statusOf(outcome) ?? 500)
  const isSome = statuses.some((status) => status < 300)
  if (!isSome || !statuses.some((status) => [400, 404, 409, 422].includes(status))) return
  player.oracle.service.ownForms.set(parameter, [])
  const what = `Not each value of the ${parameter.in} parameter ${parameter.name} may fit each thing.`
  player.collector.notMade(what, `${operation.method} ${operation.path}`)
}

const isChoice = (contract: AnyContract, { schema }: Parameter): boolean =>
  shapesOf(contract, [schema]).some((shape) => keywordsOf(shape, 'enum').length > 0)

async function tryTexts(place: Place, plan: Plan, parameter: Parameter): Promise<void> {
  const { player, operation } = place
  const { service } = player.oracle
  const { name, in: where, examples, schema } = parameter
  const stated = shapesOf(service.contract, [schema]).flatMap((shape) => statedIn(shape))
  const shown = [...examples, ...stated, ...service.valuesFor(name, plan.caller)]
  const made = valuesOf(place, parameter, plan.caller).filter((value) => !shown.includes(value))
  const tried = made.slice(0, 1).flatMap((value) => [value, Array.isArray(value) ? ['['] : '['])
  const right = tried.filter((value) => sourceOf(service.contract).accepts([schema], value))
  const asks = requestsOf(
    place,
    right.map((value) => withValues(plan, [[parameter, value]])),
  )
  const sent = await player.client.play(inTurn(asks))
  if (!sent.some(({ outcome }) => [400, 422].includes(statusOf(outcome) ?? 0))) return
  service.ownForms.set(parameter, shown)
  const what = `Texts made for the ${where} parameter ${name} are refused: it may want a form of its own.`
  player.collector.notMade(what, `${operation.method} ${operation.path}`)
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
