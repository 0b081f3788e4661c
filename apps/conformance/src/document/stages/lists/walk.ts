/** Lists, page by page, with what each page says beside its items. What is wrong is told where it is so twice: what others have changed meanwhile is no fault. */
import { inTurn } from '@plant-store/raw-http'
import { membersOf } from '../../../contract/pointers.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import type { AnyContract, AnyOperation, Parameter } from '../../model.ts'
import { readJson } from '../../oracle/content.ts'
import { isOfPages, listIn, memberOf, type Paging, pagingOf, sizesOf, valueIn } from '../../paging.ts'
import { ruleId } from '../../rules.ts'
import { askAll, fieldOf, say, type DocumentStage, forEachSafe } from '../stage.ts'
import { linkedValues } from '../links.ts'
import { type Plan, type Values, withValues } from '../plan.ts'

/** Some pages of a list, from the first. */
export interface Walked {
  readonly items: readonly unknown[]
  readonly pages: readonly Sent[]
  /** Whether there are no more. */
  readonly isWhole: boolean
}

type Ask = (values: Values) => Promise<Sent | undefined>

const mostPages = 60

/**
 * Follows the pages from the first; they are large, or of one of these sizes. Undefined where the list has none, or it is not
 * clear how they go on.
 */
export function walkAll(
  contract: AnyContract,
  operation: AnyOperation,
  ask: Ask,
  sizes?: readonly number[],
): Promise<Walked | undefined> {
  const paging = pagingOf(contract, operation)
  const [count] = paging === undefined ? [] : sizesOf(contract, paging, sizes)
  const isPaged = paging !== undefined && count !== undefined
  return isPaged ? walk(operation, paging, count, ask) : Promise.resolve(undefined)
}

async function walk(
  operation: AnyOperation,
  paging: Paging,
  count: number,
  ask: Ask,
): Promise<Walked | undefined> {
  const [items, pages]: [unknown[], Sent[]] = [[], []]
  const { size, place, first } = paging
  let at: unknown = first
  do {
    const page = await ask([[size, count], ...(at === undefined ? [] : [[place, at] as const])])
    const isBehind = first !== undefined && pages.length > 0
    const list = itemsIn(page, isBehind)
    // Behind a page with fewer things than were asked for, there are none.
    const most = isBehind && items.length < pages.length * count ? 0 : count
    if (page === undefined || list === undefined || list.length > most) return undefined
    pages.push(page)
    items.push(...list)
    at = nextOf(operation, paging, at, page)
  } while (at !== undefined && pages.length < mostPages)
  return isClear(pages, items.length < count) ? { items, pages, isWhole: at === undefined } : undefined
}

/** A full page that names no other may be the last, or name it in a way of its own. */
const isClear = (pages: readonly Sent[], isShort: boolean): boolean =>
  pages.length > 1 ||
  isShort ||
  pages.some((page) => pageMembers(page).some(([name, value]) => namesOfNext.test(name) && value === null))

/** Undefined for what is no list. Of pages with numbers, there need be none behind the last. */
function itemsIn(page: Sent | undefined, isBehind = false): readonly unknown[] | undefined {
  if (page?.response?.status === 200) return listIn(readJson(page.response).value)
  return page?.response && isBehind ? [] : undefined
}

/** Where the next page begins; undefined behind the last. One may be empty though others follow, where it names them. */
function nextOf(
  operation: AnyOperation,
  { place, first, isNumber }: Paging,
  at: unknown,
  page: Sent,
): unknown {
  const { length } = itemsIn(page) ?? []
  const next =
    first === undefined
      ? nextIn(operation, place, page)
      : Number(at) + (isNumber ? Math.min(1, length) : length)
  return length === 0 && next === at ? undefined : next
}

/** What the page names as the beginning of the next: by a URL, by a link of the document, or as a member usually does. */
function nextIn(operation: AnyOperation, { name }: Parameter, page: Sent): unknown {
  const [, url = ''] = linksOf(page).find(([rel]) => rel === 'next') ?? []
  if (url !== '' && URL.canParse(url, 'http://localhost'))
    return new URL(url, 'http://localhost').searchParams.get(name) ?? undefined
  const links = page.response === undefined ? [] : linkedValues(operation, page.response)
  const [, linked] = links.find(([own]) => own === name) ?? []
  const member = pageMembers(page).find(
    ([own, value]) => namesOfNext.test(own) && ['string', 'number'].includes(typeof value),
  )
  return linked ?? member?.[1]
}

const namesOfNext = /^next(?:[_-]?(?:page[_-]?)?(?:cursor|token|marker|after))?$/i

export const namesOf = (items: readonly unknown[]): readonly string[] =>
  items.map((item) => sortedJson(valueIn(item, 'id') ?? item))

export const namesIn = (page: Sent | undefined): readonly string[] => namesOf(itemsIn(page) ?? [])

/**
 * The list by the plan, on all of its pages, which are large, or of one of these sizes; or as it comes by itself, which may be
 * all of it where nothing speaks of pages.
 */
export async function see(plan: Plan, sizes?: readonly number[]): Promise<Walked | undefined> {
  const { player, operation } = plan
  const ask: Ask = async (values) => (await askAll([withValues(plan, values)]))[0]
  const walked = await walkAll(player.oracle.service.contract, operation, ask, sizes)
  const page = walked === undefined ? await ask([]) : undefined
  const items = itemsIn(page)
  if (page === undefined || items === undefined) return walked
  const isPaged = operation.parameters.some((one) => isOfPages(one)) || fieldOf(page, 'Link') !== undefined
  return { items, pages: [page], isWhole: !isPaged }
}

/** What a page says beside its items, also within a member such as `meta`. */
export function pageMembers({ response }: Sent): readonly (readonly [string, unknown])[] {
  const own = response === undefined ? [] : membersOf(readJson(response).value)
  const inner = own.filter(([name]) => /^_?(?:meta|page|paging|pagination|links)/i.test(name))
  return [...own, ...inner.flatMap(([, value]) => membersOf(value))]
}

/** The URLs of a page for `next`, `prev`, `first`, `last` and `self`: those of Link (RFC 8288), and those among its members. */
export function linksOf(page: Sent): readonly (readonly [rel: string, url: string])[] {
  const members = pageMembers(page).flatMap(([name, value]) => {
    const url = typeof value === 'string' ? value : memberOf(value, 'href')
    const isUrl = typeof url === 'string' && /^(?:https?:\/\/|\/?[^?\s]*\?\w+=)/.test(url)
    return isUrl ? [[name, url] as const] : []
  })
  const fields = (fieldOf(page, 'Link') ?? '').matchAll(/<([^>]*)>[^<]*?\brel="?([\w -]+)/gi)
  const linked = [...fields].flatMap(([, url = '', rels = '']) =>
    rels.split(' ').map((rel) => [rel, url] as const),
  )
  return [...linked, ...members].flatMap(([name, url]) => {
    const [, rel] = /^(next|prev|first|last|self)(?:ious)?(?:[_-]?(?:page|url|link))*$/i.exec(name) ?? []
    return rel === undefined || url.includes('{') ? [] : [[rel.toLowerCase(), url] as const]
  })
}

/** What some pages show of a rule. */
export interface Shown {
  /** Undefined where it is kept. */
  readonly came: string | undefined
  readonly due: string
  /** The last is wrong, or right. */
  readonly pages: readonly Sent[]
}

/** What a look at each list shows, and shows again. */
export const twice = (
  name: string,
  rule: string,
  look: (plain: Plan) => Promise<readonly Shown[]>,
): DocumentStage =>
  forEachSafe(name, async (plain) => {
    const id = ruleId(plain.operation, rule)
    if (!plain.player.oracle.isChecked(id)) return
    const first = await look(plain)
    const again = first.some(({ came }) => came !== undefined) ? await look(plain) : first
    for (const shown of first.filter(({ came }) => again.some((one) => one.came === came))) {
      const session = inTurn(shown.pages.map(({ request }) => ({ request })))
      say(plain, id, shown, shown.pages.at(-1), session)
    }
  })
