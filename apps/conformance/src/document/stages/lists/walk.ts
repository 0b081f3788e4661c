/** The pages of a list, one behind the other. */
import { fieldValue, valuesOf, type Wanted } from '@plant-store/raw-http'
import { membersOf } from '../../../contract/pointers.ts'
import type { RawResponse } from '../../../exchange.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import type { AnyContract, AnyOperation, Parameter } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { isOfPages, listIn, type Paging, pagingOf, sizesOf } from '../../paging.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import { valueIn } from '../../items.ts'
import { linkedValues } from '../links.ts'
import { type Place, type Plan, wanted, withValues } from '../plan.ts'

/** What came for a request. */
export interface Page {
  readonly ask: Wanted
  readonly sent: Sent
  readonly response: RawResponse
}

/** Some pages of a list, from the first. */
export interface Walked {
  readonly items: readonly unknown[]
  readonly pages: readonly Page[]
  /** Whether there are no more. */
  readonly isWhole: boolean
}

/** Resolves to nothing where nothing came. */
export type Ask = (values: readonly (readonly [Parameter, unknown])[]) => Promise<Page | undefined>

const mostPages = 60

/** Follows the pages from the first. Undefined where they are no lists, or it is not clear how they go on. */
export async function walk(
  operation: AnyOperation,
  { size, place }: Paging,
  count: number,
  ask: Ask,
): Promise<Walked | undefined> {
  const items: unknown[] = []
  const all: Page[] = []
  let at: unknown = place.first
  do {
    const page = await ask([[size, count], ...(at === undefined ? [] : [[place.parameter, at] as const])])
    const list = page && itemsIn(page, place.first !== undefined && all.length > 0)
    const most = mostBehind(place, all.length * count - items.length, count)
    if (page === undefined || list === undefined || list.length > most) return undefined
    all.push(page)
    items.push(...list)
    at = nextOf(operation, place, at, page)
  } while (at !== undefined && all.length < mostPages)
  return isClear(all, items.length < count) ? { items, pages: all, isWhole: at === undefined } : undefined
}

/** A full page that names no other may be the last, or name it in a way of its own. */
const isClear = (all: readonly Page[], isShort: boolean): boolean =>
  all.length > 1 || isShort || all.some((page) => isSaidLast(page))

/** The same in large pages, or in those of another size; undefined also for a list without pages. */
export function walkAll(
  contract: AnyContract,
  operation: AnyOperation,
  ask: Ask,
  sizes?: readonly number[],
): Promise<Walked | undefined> {
  const paging = pagingOf(contract, operation)
  const [size] = paging === undefined ? [] : sizesOf(contract, paging, sizes)
  const isPaged = paging !== undefined && size !== undefined
  return isPaged ? walk(operation, paging, size, ask) : Promise.resolve(undefined)
}

/** Of pages with numbers, there need be none behind the last. */
export const itemsIn = ({ response }: Page, isBehind = false): readonly unknown[] | undefined =>
  response.status === 200 ? listIn(readJson(response).value) : isBehind ? [] : undefined

/** Behind a page with fewer things than were asked for, there are none. */
const mostBehind = ({ first }: Paging['place'], lacking: number, count: number): number =>
  first !== undefined && lacking > 0 ? 0 : count

/** Where the next page begins; undefined behind the last. One may be empty though others follow, where it names them. */
function nextOf(operation: AnyOperation, place: Paging['place'], at: unknown, page: Page): unknown {
  const { length } = itemsIn(page) ?? []
  const next =
    place.first === undefined
      ? nextIn(operation, place.parameter, page.response)
      : Number(at) + (place.isNumber ? Math.min(1, length) : length)
  return length === 0 && next === at ? undefined : next
}

/** What the page names as the beginning of the next: in Link, by a link of the document, or as a member usually does. */
function nextIn(operation: AnyOperation, { name }: Parameter, response: RawResponse): unknown {
  const [, link] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(fieldValue(response, 'Link') ?? '') ?? []
  const [, member] =
    pageMembers(response).find(
      ([own, value]) => namesOfNext.test(own) && (typeof value === 'string' || typeof value === 'number'),
    ) ?? []
  const [, linked] = linkedValues(operation, response).find(([own]) => own === name) ?? []
  const url = link ?? (typeof member === 'string' && /[/?]/.test(member) ? member : undefined)
  if (url !== undefined && URL.canParse(url, 'http://localhost'))
    return new URL(url, 'http://localhost').searchParams.get(name) ?? undefined
  return linked ?? member
}

/** What a page says beside its items, also within a member such as `meta`. */
export function pageMembers(response: RawResponse): readonly (readonly [string, unknown])[] {
  const own = membersOf(readJson(response).value)
  const inner = own.filter(([name]) => /^_?(?:meta|page|paging|pagination|links)/i.test(name))
  return [...own, ...inner.flatMap(([, value]) => membersOf(value))]
}

const isSaidLast = ({ response }: Page): boolean =>
  pageMembers(response).some(([name, value]) => namesOfNext.test(name) && value === null)

const namesOfNext = /^next(?:[_-]?(?:page[_-]?)?(?:cursor|token|marker|after))?$/i

export const namesOf = ({ items }: Pick<Walked, 'items'>): readonly string[] =>
  items.map((item) => sortedJson(valueIn(item, 'id') ?? item))

/** The list on all of its pages, or as it is where it has none that are known. */
export async function pageOf(
  { player, operation }: Place,
  ask: Ask,
  sizes?: readonly number[],
): Promise<Walked | undefined> {
  const { contract } = player.oracle.service
  const walked = await walkAll(contract, operation, ask, sizes)
  const page = walked === undefined ? await ask([]) : undefined
  const items = page && itemsIn(page)
  if (page === undefined || items === undefined) return walked
  return { items, pages: [page], isWhole: pagingOf(contract, operation) === undefined }
}

/** The list by the plan, on all of its pages, which are large, or of one of these sizes. */
export async function see(place: Place, plan: Plan, sizes?: readonly number[]): Promise<Walked | undefined> {
  const walked = await pageOf(place, (values) => askFor(place, withValues(plan, values)), sizes)
  const isOne = walked?.pages.some(({ response }) => valuesOf(response, 'Link').length > 0) === false
  const { contract } = place.player.oracle.service
  const isPaged = place.operation.parameters.some((one) => isOfPages(one))
  const isSure = isPaged ? pagingOf(contract, place.operation) !== undefined : isOne
  return walked && { ...walked, isWhole: walked.isWhole && isSure }
}

export async function askFor(place: Place, plan: Plan): ReturnType<Ask> {
  const ask = wanted(place, plan)
  const [sent] = ask === undefined ? [] : await place.player.askAll([ask])
  return ask === undefined || sent === undefined || 'noResponse' in sent.outcome
    ? undefined
    : { ask, sent, response: sent.outcome }
}
