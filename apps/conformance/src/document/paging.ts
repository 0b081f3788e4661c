/** Lists: the parameters of a page, by the names that services give them, and the items, with what names each. */
import { membersOf, objectAt, partsAt, resolve } from '../contract/pointers.ts'
import { type AnyContract, type AnyOperation, declaredFor, type Parameter } from './model.ts'
import { validatorFor } from './schemas.ts'

export interface Paging {
  readonly size: Parameter
  /** Where a page begins: behind so many items, at a number, or behind what the page before has named. */
  readonly place: Parameter
  /** Undefined for what a page names. */
  readonly first: number | undefined
  /** Whether each further page counts as one, or its items do. */
  readonly isNumber: boolean
}

const sizes =
  /^\$?(?:limit|top|per[_-]?page|page[_-]?(?:size|limit)|max[_-]?(?:results|items)|page\[(?:size|limit)\])$/i
const offsets = /^\$?(?:offset|skip|page\[offset\])$/i
const numbers = /^page(?:[_-]?(?:number|no|index)|\[number\])?$/i
const cursors =
  /^(?:after|cursor|marker|continue|(?:next[_-]?)?page[_-]?token|starting[_-]?after|page\[(?:after|cursor)\])$/i

const orders = /^\$?(?:sort(?:[_-]?by)?|order(?:ing|[_-]?by)?)$/i

export const isOrder = ({ name, in: where }: Parameter): boolean => where === 'query' && orders.test(name)

export const isOfPages = ({ name }: Parameter): boolean =>
  [sizes, offsets, numbers, cursors].some((names) => names.test(name))

/** What may say which items a list has. */
export const isFilter = (parameter: Parameter): boolean =>
  parameter.in === 'query' && !parameter.isRequired && !isOfPages(parameter) && !isOrder(parameter)

/** What a service names for its next page is its own to make: nobody else knows a right one. */
export const isCursor = ({ name, in: where }: Parameter): boolean => where === 'query' && cursors.test(name)

const named = ({ parameters }: AnyOperation, names: RegExp): Parameter | undefined =>
  parameters.find(({ name, in: where }) => where === 'query' && names.test(name))

/** The parameter that says how large pages are; undefined for a list without pages. */
export const pageSizeOf = (operation: AnyOperation): Parameter | undefined =>
  operation.method === 'GET' ? named(operation, sizes) : undefined

/** Undefined for a list without pages, and where it is not clear how they go on. */
export function pagingOf({ document }: AnyContract, operation: AnyOperation): Paging | undefined {
  const size = pageSizeOf(operation)
  const [cursor, offset, number] = [cursors, offsets, numbers].map((names) => named(operation, names))
  if (size === undefined) return undefined
  if (cursor !== undefined) return { size, place: cursor, first: undefined, isNumber: false }
  if (offset !== undefined && firstOf(document, offset, 0) === 0)
    return { size, place: offset, first: 0, isNumber: false }
  // Services count pages from 0 or from 1.
  const first = number && firstOf(document, number)
  return number && first !== undefined ? { size, place: number, first, isNumber: true } : undefined
}

function firstOf(document: unknown, { schema }: Parameter, otherwise?: number): number | undefined {
  const { default: usual, minimum = otherwise } = objectAt(document, schema)
  const first = usual ?? (minimum === 0 ? otherwise : minimum)
  return typeof first === 'number' ? first : undefined
}

/** As many as most services give. */
const largest = [50, 100, 20, 10]

/** Of these sizes, those that the document allows. */
export const sizesOf = (
  contract: AnyContract,
  { size }: Pick<Paging, 'size'>,
  wanted: readonly number[] = largest,
): readonly number[] => wanted.filter((one) => validatorFor(contract, size.schema)(one).length === 0)

/** The lists that an object holds. */
export const listsIn = (value: unknown): readonly (readonly unknown[])[] =>
  membersOf(value).flatMap(([, member]) => (Array.isArray(member) ? [member] : []))

/** The list that the content is, or the only one that it has. */
export function listIn(content: unknown): readonly unknown[] | undefined {
  const lists = Array.isArray(content) ? [content] : listsIn(content)
  return lists.length === 1 ? lists[0] : undefined
}

/** The items of the list itself, or of those that an object holds. */
export const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : listsIn(value).flat()

/** The member of the parameter's name, or what is usually one: `id`, or the only text that the item is. */
export function valueIn(item: unknown, name: string): unknown {
  if (typeof item === 'string' || typeof item === 'number') return item
  const members = new Map(membersOf(item))
  const plain = name.replace(/(?<=.)[_-]?(?:id|key|name|slug)$/i, '')
  const rest = name.slice(plain.length).replace(/^[_-]/, '').toLowerCase()
  const found = [name, rest, 'id', 'key', 'slug', 'name']
    .map((one) => members.get(one))
    .find((one) => one !== undefined)
  if (typeof found !== 'string') return typeof found === 'number' ? found : undefined
  // Some services name a thing by its path, such as `plants/7`.
  return found.replace(new RegExp(`^(?:.*/)?${RegExp.escape(plain)}[^/]*/(?=[^/]+$)`, 'i'), '')
}

/** Undefined where it has none of that name, or is no object. */
export const memberOf = (item: unknown, name: string): unknown => new Map(membersOf(item)).get(name)

/** Services join words in different ways, and some say first that it is a filter. */
const joined = (name: string): string =>
  name
    .replace(/^filter[.[]/, '')
    .replaceAll(/[\W_]/g, '')
    .toLowerCase()

/** The member of this name, or else of its plural; undefined where there is none. */
export function memberCalled(items: readonly unknown[], name: string): string | undefined {
  const names = new Set(items.flatMap((item) => membersOf(item).map(([own]) => own)))
  const called = ['', 's'].map((ending) => joined(name) + ending)
  return called.map((one) => [...names].find((own) => joined(own) === one)).find((own) => own !== undefined)
}

/** Where the schema of what a success shows stands, and those of the items of its lists. */
export function schemasOf(document: unknown, operation: AnyOperation, status = 200): readonly string[] {
  const schema = declaredFor(operation, status)?.contents[0]?.schema
  if (schema === undefined) return []
  const { pointer } = resolve(document, schema)
  const parts = [pointer, ...partsAt(document, `${pointer}/properties`).map((one) => one.pointer)]
  const lists = parts.map((one) => resolve(document, `${one}/items`))
  return [pointer, ...lists.filter(({ value }) => value !== undefined).map((one) => one.pointer)]
}
