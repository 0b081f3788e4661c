/** Requests for an operation, made from values of its parameters. */
import { randomUUID } from 'node:crypto'
import { type Wanted, withQuery } from '@plant-store/raw-http'
import type { Field, SentRequest } from '../../exchange.ts'
import type { Player } from '../../sessions/run/player.ts'
import { type AnyOperation, declares, needsCredential, type Parameter } from '../model.ts'
import type { DocumentOracle } from '../oracle/document-oracle.ts'
import type { Service } from '../oracle/service.ts'
import { validatorFor } from '../schemas.ts'
import { rightValues } from '../values/right.ts'
import { demandsFor } from '../values/shape.ts'
import { writeParameter } from '../values/parameter-texts.ts'
import type { WrittenBody } from '../values/bodies.ts'

export type DocumentPlayer = Player<DocumentOracle>

/** Where requests are made for. */
export interface Place {
  readonly player: DocumentPlayer
  readonly operation: AnyOperation
}

/** What a request is made from. */
export interface Plan extends Place {
  /** Who asks; undefined without a credential. */
  readonly caller: number | undefined
  readonly values: ReadonlyMap<Parameter, unknown>
  readonly body?: WrittenBody | undefined
  /** In place of the operation's. */
  readonly method?: string
  /** In place of the operation's, with the same variables or fewer. */
  readonly path?: string
  /** Further fields; one with the name of another replaces it. */
  readonly fields?: readonly Field[]
  /** Further parameters, `name=value` each. */
  readonly query?: readonly string[]
  /** Another form of the request. */
  readonly rewrite?: (request: SentRequest) => SentRequest
}

export type Plans = readonly Plan[]

export type Values = readonly (readonly [Parameter, unknown])[]

/** The plain request of a caller: with what is required, and nothing else. Undefined where a value of the path is not known. */
export function planFor(place: Place, caller: number | undefined): Plan | undefined {
  const { operation } = place
  const isNeeded = (one: Parameter): boolean => one.isRequired || (isIfMatch(one) && declares(operation, 428))
  const needed = operation.parameters.filter((one) => isNeeded(one))
  const values = new Map(needed.map((one) => [one, valuesOf({ ...place, caller }, one)[0]] as const))
  return [...values.values()].includes(undefined) ? undefined : { ...place, caller, values }
}

/** Callers who may be asked with, the first ones; a client without a credential where none is needed. */
export const whoAsks = ({ player, operation }: Place, atMost = 4): readonly (number | undefined)[] => {
  const callers = player.subject.callers.map((_, index) => index).slice(0, atMost)
  return callers.length > 0 ? callers : needsCredential(operation) ? [] : [undefined]
}

/** The plain requests of the first callers, as far as they can be made. */
export const plansFor = (place: Place): Plans => whoAsks(place).flatMap((who) => planFor(place, who) ?? [])

/** Right values of a parameter, the most usual first. In a path only those that may exist. */
export function valuesOf(
  { player, operation, caller }: Omit<Plan, 'values'>,
  { name, in: where, schema, examples }: Parameter,
): readonly unknown[] {
  const { service } = player.oracle
  const mustExist = where === 'path'
  const given = service.valuesFor(name, caller, mustExist ? operation.path : '')
  return rightValues(demandsFor(service.contract, schema), { given, examples, mustExist })
}

/** The plan with these values in place of its own for the same parameters. */
export const withValues = (plan: Plan, more: Values): Plan => ({
  ...plan,
  values: new Map([...plan.values, ...more]),
})

/** The plan with each of these values of the parameter; by default with each right one. */
export const withEach = (plan: Plan, one: Parameter, values = valuesOf(plan, one)): Plans =>
  values.map((value) => withValues(plan, [[one, value]]))

/** The plain request with a value of one of the first parameters that may be left out, or with each of its first values. */
export const withOneMore = (plain: Plan, most = 1): Plans =>
  plain.operation.parameters
    .filter(({ isRequired }) => !isRequired)
    .slice(0, 3)
    .flatMap((one) => withEach(plain, one, valuesOf(plain, one).slice(0, most)))

export const withField = (plan: Plan, ...fields: readonly Field[]): Plan => ({
  ...plan,
  fields: [...(plan.fields ?? []), ...fields],
})

/** A plan for each, with what that gives in place of its own. */
export const varied = <One>(plan: Plan, all: readonly One[], give: (one: One) => Partial<Plan>): Plans =>
  all.map((one) => Object.assign({ ...plan }, give(one)))

export const asHead = (plan: Plan): Plan => ({ ...plan, method: 'HEAD' })

export const without = (plan: Plan, isLeft: (one: Parameter) => boolean): Plan => ({
  ...plan,
  values: new Map([...plan.values].filter(([one]) => !isLeft(one))),
})

/** The request, and simpler ones that lack a value or a field; undefined where its values can't be written. */
export function wanted(plan: Plan): Wanted | undefined {
  const request = write(plan)
  return request && { request, simpler: () => requestsOf(simplerThan(plan)) }
}

/** The requests of the plans, as far as their values can be written. */
export const requestsOf = (plans: Plans): readonly Wanted[] => plans.flatMap((plan) => wanted(plan) ?? [])

function simplerThan(plan: Plan): Plans {
  const { fields = [], values } = plan
  const optional = [...values.keys()].filter((one) => !one.isRequired)
  return [
    ...optional.map((left) => without(plan, (one) => one === left)),
    ...varied(plan, fields, (left) => ({ fields: fields.filter((one) => one !== left) })),
  ]
}

function write(plan: Plan): SentRequest | undefined {
  const { player, operation, caller = -1, body, fields = [], rewrite = (request) => request } = plan
  const values = [...plan.values]
  const path = values.reduce((text, [one, value]) => {
    const own = one.in === 'path' ? writeParameter(one, value) : undefined
    return text.replace(`{${one.name}}`, (none) => own ?? none)
  }, plan.path ?? operation.path)
  const written = values.flatMap(([one, value]) => {
    const text = writeParameter(one, fitting(player.oracle.service, one, path, value))
    return text === undefined ? [] : [[one, text] as const]
  })
  if (written.length < values.length) return undefined
  const partsIn = (place: Parameter['in']): readonly Field[] =>
    written.flatMap(([{ in: where, name }, text]) => (where === place ? [[name, text] as const] : []))
  const textsIn = (place: Parameter['in']): readonly string[] => partsIn(place).map(([, text]) => text)
  const cookies = textsIn('cookie')
  const replaced = new Set(fields.map(([name]) => name.toLowerCase()))
  const own = [...player.secrets.callerFields(caller), ...partsIn('header')]
  const sent: readonly Field[] = [
    ...own.filter(([name]) => !replaced.has(name.toLowerCase())),
    ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ...(body?.mediaType === undefined ? [] : [['Content-Type', body.mediaType] as const]),
    ...fields,
  ]
  const target = player.secrets.callerTarget(
    caller,
    withQuery(path, [...textsIn('query'), ...(plan.query ?? [])]),
  )
  const rest = { fields: sent, ...(body && { body: body.body }) }
  return rewrite(player.write(plan.method ?? operation.method, target, rest))
}

export const isIfMatch = ({ in: where, name }: Parameter): boolean =>
  where === 'header' && /^if-match$/i.test(name)

/** Each request that makes something has a key of its own (Idempotency-Key). */
export const isKey = ({ in: where, name }: Parameter): boolean =>
  where === 'header' && /^(?:x-)?idempotency-key$/i.test(name)

/** In place of any right value, one with which the rest of the request is reached: the current tag, or a new key. */
function fitting({ contract, tags }: Service, parameter: Parameter, path: string, value: unknown): unknown {
  if (!isIfMatch(parameter) && !isKey(parameter)) return value
  const isRight = (one: unknown): boolean => validatorFor(contract, parameter.schema)(one).length === 0
  const fits = isIfMatch(parameter) ? [tags.get(path), '*'] : [randomUUID()]
  return isRight(value) ? (fits.find((one) => one !== undefined && isRight(one)) ?? value) : value
}
