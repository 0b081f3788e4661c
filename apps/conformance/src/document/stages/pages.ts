/** Lists that come in pages: all pages together have each thing once, however large they are. */
import { fieldValue, inTurn, valuesOf, type Wanted } from '@plant-store/raw-http'
import { membersOf } from '../../contract/pointers.ts'
import type { RawResponse } from '../../exchange.ts'
import { sortedJson } from '../../oracle/normalize-field.ts'
import type { AnyContract, AnyOperation, Parameter } from '../model.ts'
import { readJson } from '../oracle/content.ts'
import { isOfPages, isOrder, listIn, pageSizeOf, type Paging, pagingOf, sizesOf } from '../paging.ts'
import { ruleId } from '../rules.ts'
import type { Sent } from '../../sessions/client/sent.ts'
import { valueIn } from './first.ts'
import { linkedValues } from './links.ts'
import { type Place, type Plan, valuesOf as valuesIn, wanted, withValues } from './plan.ts'
import { forEachSafe } from './stage.ts'

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
    const list = page && itemsIn(page, place.first !== undefined && all.length > 0)
    const most = mostBehind(place, all.length * count - items.length, count)
    if (page === undefined || list === undefined || list.length > most) return undefined
    all.push(page)
    items.push(...list)
    at = list.length === 0 ? undefined : nextOf(operation, place, at, page)
  } while (at !== undefined && all.length < mostPages)
  // A full page that names no other may be the last, or name it in a way of its own.
  const isClear = all.length > 1 || items.length < count
  return isClear ? { items, pages: all, isWhole: at === undefined } : undefined
}

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

/** Where the next page begins; undefined behind the last. */
const nextOf = (operation: AnyOperation, place: Paging['place'], at: unknown, page: Page): unknown =>
  place.first === undefined
    ? nextIn(operation, place.parameter, page.response)
    : Number(at) + (place.isNumber ? 1 : (itemsIn(page)?.length ?? 0))

/** What the page names as the beginning of the next: in Link, by a link of the document, or as a member usually does. */
function nextIn(operation: AnyOperation, { name }: Parameter, response: RawResponse): unknown {
  const [, link] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(fieldValue(response, 'Link') ?? '') ?? []
  const members = membersOf(readJson(response).value)
  const [, member] =
    members.find(
      ([own, value]) => namesOfNext.test(own) && (typeof value === 'string' || typeof value === 'number'),
    ) ?? []
  const [, linked] = linkedValues(operation, response).find(([own]) => own === name) ?? []
  const url = link ?? (typeof member === 'string' && /[/?]/.test(member) ? member : undefined)
  if (url !== undefined && URL.canParse(url, 'http://localhost'))
    return new URL(url, 'http://localhost').searchParams.get(name) ?? undefined
  return linked ?? member
}

const namesOfNext = /^next(?:[_-]?(?:page[_-]?)?(?:cursor|token|marker|after))?$/i

export const namesOf = ({ items }: Pick<Walked, 'items'>): readonly string[] =>
  items.map((item) => sortedJson(valueIn(item, 'id') ?? item))

/** What keeps them from being the same list; undefined where nothing does. */
function differenceOf(some?: Walked, whole?: Walked): string | undefined {
  if (some === undefined || whole?.isWhole !== true) return undefined
  const names = namesOf(some)
  const due = namesOf(whole).slice(0, some.isWhole ? undefined : names.length)
  if (names.toSorted().join() === due.toSorted().join()) return undefined
  const missing = due.find((name) => !names.includes(name))
  return missing === undefined ? 'something twice' : `no ${missing}`
}

/** A page that says how many there are on all pages says what all pages have. */
function wrongTotal(all: readonly Page[], { items }: Walked): string | undefined {
  const totals = all
    .filter(({ response }) => response.status === 200)
    .flatMap(({ response }): readonly unknown[] =>
      membersOf(readJson(response).value)
        .filter(([name]) => namesOfTotal.test(name))
        .map(([, value]) => value)
        .concat(valuesOf(response, 'x-total-count').map(Number)),
    )
  const wrong = totals.find((total) => Number.isInteger(total) && total !== items.length)
  return wrong === undefined ? undefined : `a total of ${JSON.stringify(wrong)}, for ${items.length}`
}

const namesOfTotal = /^total(?:[_-]?(?:count|items|results|elements))?$/i

/**
 * With each of the first values of what is no matter of pages, such as a filter: it holds for further pages, too. By each
 * order, other things are equal.
 */
const filtered = (place: Place, plain: Plan): readonly Plan[] =>
  place.operation.parameters
    .filter((one) => one.in === 'query' && !one.isRequired && !isOfPages(one))
    .flatMap((one) =>
      valuesIn(place, one, plain.caller)
        .slice(0, isOrder(one) ? undefined : 2)
        .map((value) => withValues(plain, [[one, value]])),
    )

/** The smallest pages show most. */
async function seePages(place: Place, plain: Plan, counts: readonly number[]): Promise<void> {
  if (!place.player.oracle.isChecked(ruleId(place.operation, 'pages'))) return
  const { player, operation } = place
  const { contract } = player.oracle.service
  const paging = pagingOf(contract, operation)
  const size = pageSizeOf(operation)
  if (size === undefined) return
  const ask: Ask = (values) => askFor(place, withValues(plain, values))
  const look = async (count: number): Promise<readonly [Walked | undefined, string | undefined]> => {
    const first = paging ? undefined : await pageOf(place, (values) => ask([[size, count], ...values]))
    // Where nothing says how the list goes on, it is its beginning.
    const some = paging ? await walk(operation, paging, count, ask) : first && { ...first, isWhole: false }
    const whole = await (paging ? walkAll(contract, operation, ask) : pageOf(place, ask))
    const total =
      paging && some && whole?.isWhole === true
        ? wrongTotal([...some.pages, ...whole.pages], whole)
        : undefined
    return [whole?.isWhole === true ? some : undefined, differenceOf(some, whole) ?? total]
  }
  for (const count of sizesOf(contract, { size }, counts)) {
    const [some, difference] = await look(count)
    // What others have changed meanwhile is no fault, nor is an order that changes.
    const isSame = difference === undefined || difference === (await look(count))[1]
    const came = difference === undefined ? undefined : `pages of ${count} with ${difference}`
    if (some !== undefined && isSame) tellOf(place, some.pages, came)
  }
}

export const pages = forEachSafe('pages of lists', async (place, plain) => {
  await seePages(place, plain, [1, 2, 3])
  for (const plan of filtered(place, plain)) await seePages(place, plan, [2])
})

function tellOf({ player, operation }: Place, all: readonly Page[], came: string | undefined): void {
  const rule = ruleId(operation, 'pages')
  for (const { sent } of all.slice(-1))
    if (came === undefined) player.collector.kept(rule, sent.exchange)
    else {
      const due = 'each thing once, as in larger pages'
      player.findings.tell({ rule, came, due }, sent, inTurn(all.map(({ ask }) => ask)))
    }
}

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
  const isPaged = place.operation.parameters.some((one) => isOfPages(one))
  const isClear = isPaged
    ? pagingOf(place.player.oracle.service.contract, place.operation) !== undefined
    : isOne
  return walked && { ...walked, isWhole: walked.isWhole && isClear }
}

export async function askFor(place: Place, plan: Plan): ReturnType<Ask> {
  const ask = wanted(place, plan)
  const [sent] = ask === undefined ? [] : await place.player.askAll([ask])
  return ask === undefined || sent === undefined || 'noResponse' in sent.outcome
    ? undefined
    : { ask, sent, response: sent.outcome }
}
