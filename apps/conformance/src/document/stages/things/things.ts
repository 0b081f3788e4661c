/** Things that a service keeps: the operations by which one is made, shown, changed and removed. */
import { fieldValue } from '@plant-store/raw-http'
import type { RawResponse } from '../../../exchange.ts'
import type { AnyContract, AnyOperation } from '../../model.ts'
import { linkedValues, readJson } from '../../oracle/content.ts'
import type { Service } from '../../oracle/service.ts'
import { listIn, pageSizeOf, schemasOf, valueIn } from '../../paging.ts'
import { matchPath } from '../../paths.ts'
import { schemaOf } from '../../values/media-types.ts'
import { demandsFor, type Member, membersAmong, shapesOf } from '../../values/shape.ts'
import { type Came, bare } from './views.ts'

/** What can be asked of one kind of thing. */
export interface Thing {
  /** GET; for what is shown only among others, that of the list. */
  readonly show: AnyOperation
  readonly path: string
  /** PATCH, which shows what is lost of a whole thing, then PUT. */
  readonly changes: readonly AnyOperation[]
  readonly remove?: AnyOperation | undefined
  /** POST to the path above, or elsewhere, and GET above. Without a variable at the end of the path there is one such thing. */
  readonly create?: AnyOperation | undefined
  readonly list?: AnyOperation | undefined
  /** The variable that names the thing. */
  readonly name?: string | undefined
}

/** The operation of this path and method. */
export const operationAt = (
  operations: readonly AnyOperation[],
  path: string | undefined,
  method: string,
): AnyOperation | undefined => operations.find((one) => one.path === path && one.method === method)

type Known = Pick<Service, 'contract' | 'operations'>

/** Every kind of thing that can be seen. */
export function thingsOf(service: Known): readonly Thing[] {
  const { operations } = service
  return [...new Set(operations.map(({ path }) => path))].flatMap((path): readonly Thing[] => {
    // Some end all paths with a slash.
    const [, before, name, slash = ''] = /^(.*)\/\{([^{}]+)\}(\/?)$/.exec(path) ?? []
    const above = before === undefined ? undefined : before + slash
    const [remove, list, own] = [
      operationAt(operations, path, 'DELETE'),
      operationAt(operations, above, 'GET'),
      operationAt(operations, above, 'POST'),
    ]
    const isWhole = list !== undefined && pageSizeOf(list) === undefined
    const show = operationAt(operations, path, 'GET') ?? (isWhole ? list : undefined)
    if (show === undefined) return []
    const create = own ?? (name === undefined ? undefined : makerOf(service, show))
    const changes = ['PATCH', 'PUT'].flatMap((method) => operationAt(operations, path, method) ?? [])
    return [{ show, path, changes, remove, create, list, name }]
  })
}

/** POST at a path that shows nothing, such as below another thing, which declares 201 with what GET shows elsewhere. */
function makerOf({ contract, operations }: Known, show: AnyOperation): AnyOperation | undefined {
  const [shown] = schemasOf(contract.document, show)
  return operations.find(
    (one) =>
      one.method === 'POST' &&
      shown !== undefined &&
      schemasOf(contract.document, one, 201)[0] === shown &&
      !operations.some((other) => other.method === 'GET' && other.path.startsWith(`${one.path}/{`)),
  )
}

/** The operations of a thing that change it. */
export const changing = ({ create, changes, remove }: Thing): readonly AnyOperation[] =>
  [create, ...changes, remove].filter((one) => one !== undefined)

/** One thing of a list, as if it had come by itself: 404 where it is not there. */
export function asItem({ name = '' }: Thing, response: RawResponse, value: unknown): RawResponse {
  const items = listIn(readJson(response).value) ?? []
  const item = items.find((one) => bare(valueIn(one, name)) === bare(value))
  const fields = response.fields.filter(([field]) => !/^etag$/i.test(field))
  const body = Buffer.from(JSON.stringify(item ?? null))
  return { ...response, status: item === undefined ? 404 : 200, fields, body }
}

/** Where Location leads, with the paths of the document that it may stand for; some services leave out what all their paths begin with. */
export function locationOf(
  { request, response }: Came,
  url: string,
): { to: URL; paths: string[] } | undefined {
  const location = fieldValue(response, 'Location')
  const here = new URL(request.target, url).href
  if (location === undefined || !URL.canParse(location, here)) return undefined
  const to = new URL(location, here)
  const root = new URL(url).pathname.replace(/\/$/, '')
  return { to, paths: [to.pathname, to.pathname.slice(root.length)] }
}

/** What names the thing that a response says was made: by Location, by a link of the document, or as members usually do. */
export function nameOf({ path, name = '', create }: Thing, made: Came, url: string): unknown {
  const places = locationOf(made, url)?.paths.flatMap((one) => matchPath(path, one)?.[name] ?? []) ?? []
  if (places[0] !== undefined) return decodeURIComponent(places[0])
  const links = create === undefined ? [] : linkedValues(create, made.response)
  return links.find(([linked]) => linked === name)?.[1] ?? valueIn(readJson(made.response).value, name)
}

/** The members of a thing that clients write: others, such as the time of the last change, are the service's own. */
export const writtenMembers = (contract: AnyContract, thing: Thing): readonly Member[] =>
  changing(thing)
    .flatMap(({ body }) => body?.contents ?? [])
    .flatMap((content) => membersAmong(demandsFor(contract, schemaOf(content))))

/** What is assumed for members that are left out. */
export const defaultsOf = (members: readonly Member[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    members.flatMap(({ name, demands }) =>
      shapesOf(demands).flatMap((shape) => shape.valuesOf('default').map((value) => [name, value] as const)),
    ),
  )
