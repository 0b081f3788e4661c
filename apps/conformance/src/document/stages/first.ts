/** The first requests: each caller alone, twice. They show what exists, what each caller may see, and which parameters want texts of a form that no schema says. */
import { setTimeout } from 'node:timers/promises'
import { inTurn } from '@plant-store/raw-http'
import type { RawResponse } from '../../exchange.ts'
import { linkedValues, readJson } from '../oracle/content.ts'
import { isSafe, type Parameter } from '../model.ts'
import { itemsOf, listsIn, valueIn } from '../paging.ts'
import { variablesOf } from '../paths.ts'
import { accepts, statedIn } from '../values/right.ts'
import { demandsFor, shapesOf, type Shape } from '../values/shape.ts'
import { type Place, type Plan, planFor, plansFor, requestsOf, valuesOf, whoAsks, withEach } from './plan.ts'
import { askApart, type DocumentStage } from './stage.ts'

/** What changes each second differs then, such as a time. */
const apartMs = 1100

/** Those with fewer variables in the path first: their responses name what the others ask for. */
export const firstRequests: DocumentStage = {
  name: 'first requests',
  run: async (player) => {
    const places = player.oracle.service.operations
      .filter(({ method }) => isSafe(method))
      .toSorted((one, other) => variablesOf(one) - variablesOf(other))
      .map((operation) => ({ player, operation }))
    const seen: Seen = new Map()
    for (const place of places) {
      for (const plan of plansFor(place).slice(0, 1)) await findOwnForms(plan)
      for (const plan of plansOf(place)) await askOne(plan, seen)
    }
    await setTimeout(apartMs, undefined, { signal: player.collector.signal })
    for (const plan of places.flatMap((place) => plansOf(place))) await askOne(plan, seen)
    // Not before everybody was asked for everything: only then is it known what somebody else never gets.
    for (const [{ caller, operation }, first, again] of seen.values())
      if (again !== undefined) player.oracle.access.learn(caller, operation.id, first, again)
    for (const place of places) reportUnknown(place)
  },
}

/** What came for the same request of a client, each time. */
type Seen = Map<string, [Plan, RawResponse, ...RawResponse[]]>

async function askOne(plan: Plan, seen: Seen): Promise<void> {
  const [{ request, response } = {}] = await askApart([plan])
  if (response === undefined || response.status >= 300) return
  const key = `${plan.operation.id} ${plan.caller} ${request?.target}`
  const own = seen.get(key)
  if (own === undefined) seen.set(key, [plan, response])
  else own.push(response)
  learnValues(plan, response)
}

/** The plain request of everybody, with each of the first values that a variable of its path may have. */
function plansOf(place: Place): readonly Plan[] {
  const everybody = [...new Set([...whoAsks(place), undefined])]
  const inPath = place.operation.parameters.filter((one) => one.in === 'path')
  return everybody.flatMap((who) => {
    const plan = planFor(place, who)
    if (plan === undefined) return []
    const more = inPath.flatMap((one) => withEach(plan, one, valuesOf(plan, one).slice(1, mostTried)))
    return [plan].concat(more)
  })
}

const mostTried = 6

/** Learns what a success has found; and from a list, what can be asked for below its path: from `/tools` the values of `{toolId}` in `/tools/{toolId}`. */
function learnValues({ player, operation, caller, values: all }: Plan, response: RawResponse): void {
  const { service } = player.oracle
  const inPath = [...all].filter(([one]) => one.in === 'path')
  const values = new Map(inPath.map(([{ name }, value]) => [name, value] as const))
  service.learn(operation.path, values, caller, { isFound: true })
  for (const [name, value] of linkedValues(operation, response))
    service.learn(`{${name}}`, new Map([[name, value]]), caller)
  const { value: content } = readJson(response)
  // Of several lists, it is not known which has what is found below the path.
  const isSure = Array.isArray(content) || listsIn(content).length === 1
  const sure = isSure ? { isListed: true } : {}
  for (const { path } of service.contract.operations) {
    const rest = path.startsWith(operation.path) ? path.slice(operation.path.length) : ''
    const [place, name = ''] = /^\/\{([^}]+)\}/.exec(rest) ?? []
    for (const item of place === undefined ? [] : itemsOf(content).slice(0, 5)) {
      const value = valueIn(item, name)
      if (value !== undefined)
        service.learn(operation.path + place, new Map([...values, [name, value]]), caller, sure)
    }
  }
}

/** An operation that can't be asked for is reported: nothing of it was seen. */
function reportUnknown(place: Place): void {
  const { method, path, parameters } = place.operation
  const who = whoAsks(place)
  if (who.some((one) => planFor(place, one) !== undefined)) return
  const names = parameters
    .filter((one) => one.isRequired && valuesOf({ ...place, caller: who[0] }, one).length === 0)
    .map(({ name }) => name)
  const unknown = `no value of ${names.join(', ')} is known: give one as \`values\` in the world file`
  const reason = names.length > 0 ? unknown : 'no caller is known'
  place.player.collector.notReached(`Not asked for ${method} ${path}: ${reason}.`)
}

/** Notes which parameters take texts of a form of their own, or one kind of thing each, with those values that may not be refused: what the document or the service says itself. */
async function findOwnForms(plan: Plan): Promise<void> {
  const { player, operation, caller } = plan
  const { service } = player.oracle
  for (const one of operation.parameters) {
    const { name, in: where, schema, examples } = one
    const demands = demandsFor(service.contract, schema)
    const shapes = shapesOf(demands)
    const isText = where !== 'path' && shapes.every((shape) => isFree(shape))
    const isKind =
      operation.path.endsWith('}') && !one.isRequired && shapes.some((shape) => shape.has('enum'))
    const right = isText || isKind ? valuesOf(plan, one) : []
    const stated = shapes.flatMap((shape) => statedIn(shape))
    const shown = isText ? [...examples, ...stated, ...service.valuesFor(name, caller)] : []
    const made = right.filter((value) => !shown.includes(value)).slice(0, 1)
    const tried = made.flatMap((value) => [value, Array.isArray(value) ? ['['] : '['])
    const texts = tried.filter((value) => accepts(demands, value))
    if (!(await areRefused(plan, one, isText ? texts : right, isText))) continue
    service.ownForms.set(one, shown)
    const what = `Right values of the ${where} parameter ${name} are refused: it may want a form of its own.`
    player.collector.notMade(what, `${operation.method} ${operation.path}`)
  }
}

/** Whether any text is right, or any list of such. */
function isFree(shape: Shape): boolean {
  const [type, ...others] = shape.types
  const isText = type === 'string' && !shape.has('format', 'pattern', 'enum', 'const')
  const items = type === 'array' ? shapesOf(shape.itemDemands(0)) : []
  const isList = type === 'array' && items.every((item) => isFree(item))
  return others.length === 0 && (isText || isList)
}

/**
 * Where the plainest text is refused, or a bracket that is not closed, others may be, too; what is shown may not. A thing that
 * is refused as one kind, and not as another, is of that other: a file is no directory.
 */
async function areRefused(
  plan: Plan,
  one: Parameter,
  values: readonly unknown[],
  isText: boolean,
): Promise<boolean> {
  // What is wrong with a response is not told yet.
  const all = await plan.player.client.play(inTurn(requestsOf(withEach(plan, one, values))))
  const statuses = all.map(({ response }) => response?.status ?? 500)
  const refusals = isText ? [400, 422] : [400, 404, 409, 422]
  return statuses.some((own) => refusals.includes(own)) && (isText || statuses.some((own) => own < 300))
}
