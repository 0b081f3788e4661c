/** The pages of a list, one behind the other. */
import { valuesOf } from '@plant-store/raw-http'
import type { RawResponse } from '../../../exchange.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import { valueIn } from '../../items.ts'
import type { AnyContract, AnyOperation, Parameter } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { isOfPages, listIn, type Paging, pagingOf, sizesOf } from '../../paging.ts'
import { askAll, responseOf } from '../ask.ts'
import { linkedValues } from '../links.ts'
import { type Plan, withValues } from '../plan.ts'
import { linksOf, pageMembers } from './page-members.ts'

/** What came for a request. */
export interface Page {
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
type Ask = (values: readonly (readonly [Parameter, unknown])[]) => Promise<Page | undefined>

const mostPages = 60

/** Follows the pages from the first. Undefined where they are no lists, or it is not clear how they go on. */
async function walk(
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
    const isBehind = place.first !== undefined && all.length > 0
    const list = page && itemsIn(page, isBehind)
    // Behind a page with fewer things than were asked for, there are none.
    const most = isBehind && items.length < all.length * count ? 0 : count
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

/** The list in large pages, or in those of another size; undefined also for a list without pages. */
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

/** Undefined for what is no list. Of pages with numbers, there need be none behind the last. */
export const itemsIn = ({ response }: Page, isBehind = false): readonly unknown[] | undefined =>
  response.status === 200 ? listIn(readJson(response).value) : isBehind ? [] : undefined

/** Where the next page begins; undefined behind the last. One may be empty though others follow, where it names them. */
function nextOf(operation: AnyOperation, place: Paging['place'], at: unknown, page: Page): unknown {
  const { length } = itemsIn(page) ?? []
  const next =
    place.first === undefined
      ? nextIn(operation, place.parameter, page.response)
      : Number(at) + (place.isNumber ? Math.min(1, length) : length)
  return length === 0 && next === at ? undefined : next
}

/** What the page names as the beginning of the next: by a URL, by a link of the document, or as a member usually does. */
function nextIn(operation: AnyOperation, { name }: Parameter, response: RawResponse): unknown {
  const [, url = ''] = linksOf(response).find(([rel]) => rel === 'next') ?? []
  if (url !== '' && URL.canParse(url, 'http://localhost'))
    return new URL(url, 'http://localhost').searchParams.get(name) ?? undefined
  const [, linked] = linkedValues(operation, response).find(([own]) => own === name) ?? []
  const member = pageMembers(response).find(
    ([own, value]) => namesOfNext.test(own) && ['string', 'number'].includes(typeof value),
  )
  return linked ?? member?.[1]
}

const isSaidLast = ({ response }: Page): boolean =>
  pageMembers(response).some(([name, value]) => namesOfNext.test(name) && value === null)

const namesOfNext = /^next(?:[_-]?(?:page[_-]?)?(?:cursor|token|marker|after))?$/i

export const namesOf = (items: readonly unknown[]): readonly string[] =>
  items.map((item) => sortedJson(valueIn(item, 'id') ?? item))

/**
 * The list by the plan, on all of its pages, which are large, or of one of these sizes; or as it comes by itself, which may be
 * all of it where nothing speaks of pages.
 */
export async function see(plan: Plan, sizes?: readonly number[]): Promise<Walked | undefined> {
  const { player, operation } = plan
  const ask: Ask = async (values) => (await askPages([withValues(plan, values)]))[0]
  const walked = await walkAll(player.oracle.service.contract, operation, ask, sizes)
  const page = walked === undefined ? await ask([]) : undefined
  const items = page && itemsIn(page)
  if (page === undefined || items === undefined) return walked
  const isPaged =
    operation.parameters.some((one) => isOfPages(one)) || valuesOf(page.response, 'Link').length > 0
  return { items, pages: [page], isWhole: !isPaged }
}

/** What comes for the plans, one after the other. */
export const askPages = async (plans: readonly Plan[]): Promise<readonly Page[]> =>
  (await askAll(plans)).flatMap((sent) => {
    const response = responseOf(sent)
    return response === undefined ? [] : [{ sent, response }]
  })
