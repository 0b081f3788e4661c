/** Requests for an operation, made from values of its parameters. */
import { randomUUID } from 'node:crypto'
import { toText, type Wanted, withQuery } from '@plant-store/raw-http'
import type { Field } from '../../exchange.ts'
import type { Player } from '../../sessions/run/player.ts'
import type { AnyOperation, Parameter } from '../model.ts'
import { declares } from '../oracle/asked.ts'
import type { DocumentOracle } from '../oracle/document-oracle.ts'
import { needsCredential } from '../oracle/analyse.ts'
import type { Service } from '../oracle/service.ts'
import { validatorFor } from '../schemas.ts'
import { rightValues } from '../values/right.ts'
import { writeParameter } from '../values/write-parameter.ts'
import type { WrittenBody } from '../values/write-body.ts'

export type DocumentPlayer = Player<DocumentOracle>

/** Where requests are made for. */
export interface Place {
  readonly player: DocumentPlayer
  readonly operation: AnyOperation
}

/** What a request is made from. */
export interface Plan {
  readonly operation: AnyOperation
  /** Undefined without a credential. */
  readonly caller: number | undefined
  readonly values: ReadonlyMap<Parameter, unknown>
  readonly body?: WrittenBody | undefined
  readonly method?: string
  /** Further fields; one with the name of another replaces it. */
  readonly fields?: readonly Field[]
  /** Further parameters, `name=value` each. */
  readonly query?: readonly string[]
}

/** The plain request of a caller: with what is required, and nothing else. Undefined where a value of the path is not known. */
export function planFor({ player, operation }: Place, caller: number | undefined): Plan | undefined {
  const values = new Map<Parameter, unknown>()
  const isNeeded = (one: Parameter): boolean => one.isRequired || (isIfMatch(one) && declares(operation, 428))
  for (const parameter of operation.parameters.filter((one) => isNeeded(one))) {
    const [value] = valuesOf({ player, operation }, parameter, caller)
    if (value === undefined) return undefined
    values.set(parameter, value)
  }
  return { operation, caller, values }
}

/** Right values of a parameter, the most usual first. In a path only those that may exist. */
export function valuesOf(
  { player, operation }: Place,
  parameter: Parameter,
  caller: number | undefined,
): readonly unknown[] {
  const { service } = player.oracle
  const { seed } = player.subject
  const given = service.valuesFor(parameter.name, caller, parameter.in === 'path' ? operation.path : '')
  const { examples, schema } = parameter
  return rightValues(service.contract, schema, { seed, given, examples, mustExist: parameter.in === 'path' })
}

/** The request, and simpler ones that lack a value or a field; undefined where its values can't be written. */
export function wanted(place: Place, plan: Plan): Wanted | undefined {
  const request = write(place, plan)
  return request && { request, simpler: () => requestsOf(place, simplerThan(plan)) }
}

/** The requests of the plans, as far as their values can be written. */
export const requestsOf = (place: Place, plans: readonly Plan[]): readonly Wanted[] =>
  plans.flatMap((plan) => wanted(place, plan) ?? [])

/** The plan with these values in place of its own for the same parameters. */
export const withValues = (plan: Plan, more: readonly (readonly [Parameter, unknown])[]): Plan => ({
  ...plan,
  values: new Map([...plan.values, ...more]),
})

/** The plan with one more field. */
export const withField = (plan: Plan, field: Field): Plan => ({
  ...plan,
  fields: [...(plan.fields ?? []), field],
})

/** The same by HEAD, of what GET asks for. */
export const asHead = (plan: Plan): Plan =>
  plan.operation.method === 'GET' ? { ...plan, method: 'HEAD' } : plan

/** The plan without this parameter. */
export const without = (plan: Plan, left: Parameter): Plan => ({
  ...plan,
  values: new Map([...plan.values].filter(([one]) => one !== left)),
})

/** The plan without the tag that it may need. */
export const withoutTag = (plan: Plan): Plan => ({
  ...plan,
  values: new Map([...plan.values].filter(([one]) => !isIfMatch(one))),
})

function simplerThan(plan: Plan): readonly Plan[] {
  const optional = [...plan.values.keys()].filter((one) => !one.isRequired)
  const fewer = (plan.fields ?? []).map((_, at, all) => all.toSpliced(at, 1))
  return [
    ...optional.map((one) => without(plan, one)),
    ...fewer.map((fields): Plan => Object.assign({}, plan, { fields })),
  ]
}

function write({ player }: Place, plan: Plan): Wanted['request'] | undefined {
  const { operation, caller, body, fields = [], method = operation.method } = plan
  const path = [...plan.values]
    .filter(([parameter]) => parameter.in === 'path')
    .reduce(
      (text, [parameter, value]) =>
        text.replace(`{${parameter.name}}`, (none) => writeParameter(parameter, value)?.path ?? none),
      operation.path,
    )
  const all = [...plan.values].map(([parameter, value]) => ({
    written: writeParameter(parameter, fitting(player.oracle.service, parameter, path, value)),
  }))
  if (all.some(({ written }) => written === undefined)) return undefined
  const query = [...all.flatMap(({ written }) => written?.query ?? []), ...(plan.query ?? [])]
  const cookies = all.flatMap(({ written }) => written?.cookie ?? [])
  const replaced = new Set(fields.map(([name]) => name.toLowerCase()))
  const own: readonly (Field | undefined)[] = [
    ...[
      ...player.secrets.callerFields(caller ?? -1),
      ...all.flatMap(({ written }) => (written?.field === undefined ? [] : [written.field])),
    ].filter(([name]) => !replaced.has(name.toLowerCase())),
    cookies.length > 0 ? ['Cookie', cookies.join('; ')] : undefined,
    body?.mediaType === undefined ? undefined : ['Content-Type', body.mediaType],
    ...fields,
  ]
  const target = player.secrets.callerTarget(caller ?? -1, withQuery(path, query))
  const sent = own.filter((field) => field !== undefined)
  return player.write(method, target, { fields: sent, ...(body !== undefined && { body: body.body }) })
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
  const fits = isIfMatch(parameter) ? [tags.at(path), '*'] : [randomUUID()]
  return isRight(value) ? (fits.find((one) => one !== undefined && isRight(one)) ?? value) : value
}

/** Callers who may be asked with, the first ones; a client without a credential where none is needed. */
export const whoAsks = ({ player, operation }: Place, atMost = 4): readonly (number | undefined)[] => {
  const callers = player.subject.callers.map((_, index) => index).slice(0, atMost)
  return callers.length > 0 ? callers : needsCredential(operation) ? [] : [undefined]
}

/** The plain requests of the first callers, as far as they can be made. */
export const plansFor = (place: Place): readonly Plan[] =>
  whoAsks(place).flatMap((who) => planFor(place, who) ?? [])

/** The bytes of a request, with stand-ins. */
export const bytesOf = ({ request }: Wanted): string => toText(request)
