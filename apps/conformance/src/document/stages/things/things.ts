/** Things that a service keeps: the operations by which one is made, shown, changed and removed. */
import { fieldValue } from '@plant-store/raw-http'
import { resolve } from '../../../contract/pointers.ts'
import type { RawResponse } from '../../../exchange.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import type { AnyContract, AnyOperation, Content } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { schemaOf } from '../../values/media-types.ts'
import { listIn, pageSizeOf } from '../../paging.ts'
import { matchPath } from '../../paths.ts'
import { keywordsOf, namedMembers, shapesOf } from '../../values/shape.ts'
import { valueIn } from '../../items.ts'
import { linkedValues } from '../links.ts'
import { bare } from './views.ts'

/** What can be asked of one kind of thing. */
export interface Thing {
  /** GET; for what is shown only among others, that of the list. */
  readonly show: AnyOperation
  readonly path: string
  /** PATCH, which shows what is lost of a whole thing, then PUT. */
  readonly changes: readonly AnyOperation[]
  readonly remove?: AnyOperation
  /** POST to the path above, or elsewhere, and GET above. Without a variable at the end of the path there is one such thing. */
  readonly create?: AnyOperation
  readonly list?: AnyOperation
  /** The variable that names the thing. */
  readonly name?: string
}

/** Every kind of thing that may be changed, and seen. */
export const thingsOf = (contract: AnyContract): readonly Thing[] =>
  shownThingsOf(contract).filter((thing) => changing(thing).length > 0)

/** Every kind of thing that can be seen. */
export function shownThingsOf({ document, operations }: AnyContract): readonly Thing[] {
  const at = (path: string, method: string): AnyOperation | undefined =>
    operations.find((one) => one.path === path && one.method === method)
  const shownBy = (path: string, list: AnyOperation | undefined): AnyOperation | undefined =>
    at(path, 'GET') ?? (list !== undefined && pageSizeOf(list) === undefined ? list : undefined)
  return [...new Set(operations.map(({ path }) => path))].flatMap((path): readonly Thing[] => {
    const [, above, name] = /^(.*)\/\{([^{}]+)\}$/.exec(path) ?? []
    const changes = ['PATCH', 'PUT'].flatMap((method) => at(path, method) ?? [])
    const remove = at(path, 'DELETE')
    const [own, list] = ['POST', 'GET'].map((method) => (above === undefined ? undefined : at(above, method)))
    const show = shownBy(path, list)
    const create = own ?? (name === undefined ? undefined : makerOf(document, operations, show))
    if (show === undefined) return []
    return [
      {
        show,
        path,
        changes,
        ...(remove !== undefined && { remove }),
        ...(create !== undefined && { create }),
        ...(list !== undefined && { list }),
        ...(name !== undefined && { name }),
      },
    ]
  })
}

/** POST at a path that shows nothing, such as below another thing, which declares 201 with what GET shows elsewhere. */
function makerOf(
  document: unknown,
  operations: readonly AnyOperation[],
  show: AnyOperation | undefined,
): AnyOperation | undefined {
  const shown = show && schemaIn(document, show, '200')
  return operations.find(
    (one) =>
      one.method === 'POST' &&
      shown !== undefined &&
      schemaIn(document, one, '201') === shown &&
      !operations.some((other) => other.method === 'GET' && other.path.startsWith(`${one.path}/{`)),
  )
}

/** Where the schema of that response stands. */
export function schemaIn(document: unknown, { responses }: AnyOperation, status: string): string | undefined {
  const schema = responses.find((response) => response.status === status)?.contents[0]?.schema
  return schema === undefined ? undefined : resolve(document, schema).pointer
}

/** The operations of a thing that change it. */
export const changing = ({ create, changes, remove }: Thing): readonly AnyOperation[] =>
  [create, ...changes, remove].filter((one) => one !== undefined)

/** One thing of a list, as if it had come by itself: 404 where it is not there. */
export function asItem({ name = '' }: Thing, response: RawResponse, value: unknown): RawResponse {
  const items = listIn(readJson(response).value) ?? []
  const item = items.find((one) => bare(valueIn(one, name)) === bare(value))
  const fields = response.fields.filter(([field]) => !/^etag$/i.test(field))
  return {
    ...response,
    status: item === undefined ? 404 : 200,
    fields,
    body: Buffer.from(JSON.stringify(item ?? null)),
  }
}

/** What names the thing that a response says was made: by Location, by a link of the document, or as members usually do. */
export const nameOf = (thing: Thing, made: RawResponse, url: string): unknown =>
  byLocation(thing, made, url) ?? byLink(thing, made) ?? valueIn(readJson(made).value, thing.name ?? '')

function byLocation({ path, name = '' }: Thing, made: RawResponse, url: string): string | undefined {
  const location = fieldValue(made, 'Location')
  if (location === undefined || !URL.canParse(location, url)) return undefined
  const { pathname } = new URL(location, url)
  // Some services leave out what all their paths begin with.
  const root = new URL(url).pathname.replace(/\/$/, '')
  const values = matchPath(path, pathname) ?? matchPath(path, pathname.slice(root.length))
  return values?.[name] === undefined ? undefined : decodeURIComponent(values[name])
}

const byLink = ({ create, name }: Thing, made: RawResponse): unknown =>
  create && linkedValues(create, made).find(([linked]) => linked === name)?.[1]

/** The members of a thing that clients write: others, such as the time of the last change, are the service's own. */
export function writtenMembers(contract: AnyContract, thing: Thing): ReadonlySet<string> {
  const contents = changing(thing).flatMap(({ body }) => body?.contents ?? [])
  const shapes = contents.flatMap((content) => shapesOf(contract, [schemaOf(content)]))
  return new Set(shapes.flatMap((shape) => namedMembers(contract, shape).map(({ name }) => name)))
}

/** What is assumed for members that are left out, as JSON, by name. */
export const defaultsIn = (contract: AnyContract, content: Content): ReadonlyMap<string, string> =>
  new Map(
    shapesOf(contract, [schemaOf(content)])
      .flatMap((shape) => namedMembers(contract, shape))
      .flatMap(({ name, demands }) =>
        shapesOf(contract, demands).flatMap((shape) =>
          keywordsOf(shape, 'default').map(([, value]) => [name, sortedJson(value)] as const),
        ),
      ),
  )
