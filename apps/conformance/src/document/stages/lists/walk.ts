/** Lists, page by page, with what each page says beside its items. What is wrong is told where it is so twice: what others have changed meanwhile is no fault. */
import { inTurn } from '@plant-store/raw-http'
import { membersOf } from '../../../contract/pointers.ts'
import { sortedJson } from '../../../oracle/normalize-field.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import type { AnyOperation, Parameter } from '../../model.ts'
import { linkedValues, readJson } from '../../oracle/content.ts'
import { isOfPages, listIn, memberOf, type Paging, pagingOf, sizesOf, valueIn } from '../../paging.ts'
import { ruleId } from '../../rules.ts'
import { askAll, fieldOf, say, type DocumentStage, forEachSafe } from '../stage.ts'
import { type Plan, type Values, withValues } from '../plan.ts'

/** Some pages of a list, from the first. */
export interface Walked {
  readonly items: readonly unknown[]
  readonly pages: readonly Sent[]
  /** Whether there are no more. */
  readonly isWhole: boolean
}

const mostPages = 60

/**
 * The list by the plan, on all of its pages, which are large, or of one of these sizes; or as it comes by itself, which may be
 * all of it where nothing speaks of pages. Undefined where no list comes.
 */
export async function see(plan: Plan, sizes?: readonly number[]): Promise<Walked | undefined> {
  const { player, operation } = plan
  const { contract } = player.oracle.service
  const paging = pagingOf(contract, operation)
  const [count] = paging === undefined ? [] : sizesOf(contract, paging, sizes)
  const walked = paging && count !== undefined ? await walk(plan, paging, count) : undefined
  if (walked !== undefined) return walked
  const [page] = await askAll([plan])
  const items = itemsIn(page)
  if (page === undefined || items === undefined) return undefined
  const isPaged = operation.parameters.some((one) => isOfPages(one)) || fieldOf(page, 'Link') !== undefined
  return { items, pages: [page], isWhole: !isPaged }
}

/** Undefined where it is not clear how the pages go on. */
async function walk(plan: Plan, paging: Paging, count: number): Promise<Walked | undefined> {
  const [items, pages]: [unknown[], Sent[]] = [[], []]
  const { size, place, first } = paging
  let at: unknown = first
  do {
    const values: Values = [[size, count], ...(at === undefined ? [] : [[place, at] as const])]
    const [page] = await askAll([withValues(plan, values)])
    const isBehind = first !== undefined && pages.length > 0
    const list = itemsIn(page, isBehind)
    // Behind a page with fewer things than were asked for, there are none.
    const most = isBehind && items.length < pages.length * count ? 0 : count
    if (page === undefined || list === undefined || list.length > most) return undefined
    pages.push(page)
    items.push(...list)
    at = nextOf(plan.operation, paging, at, page)
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
  const url = nextUrlOf(page)
  if (url !== undefined && URL.canParse(url, 'http://localhost'))
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

/** What a page says beside its items, also within a member such as `meta`. */
export function pageMembers({ response }: Sent): readonly (readonly [string, unknown])[] {
  const own = response === undefined ? [] : membersOf(readJson(response).value)
  const inner = own.filter(([name]) => /^_?(?:meta|page|paging|pagination|links)/i.test(name))
  return [...own, ...inner.flatMap(([, value]) => membersOf(value))]
}

/** The URL of the next page: that of Link (RFC 8288), or a member such as `next`. */
function nextUrlOf(page: Sent): string | undefined {
  const [, linked] = /<([^>]*)>[^<]*?\brel="?(?:[\w -]* )?next\b/i.exec(fieldOf(page, 'Link') ?? '') ?? []
  const members = pageMembers(page)
    .filter(([name]) => /^next(?:[_-]?(?:page|url|link))*$/i.test(name))
    .map(([, value]) => memberOf(value, 'href') ?? value)
  const url = members.find((one) => typeof one === 'string' && /^(?:https?:\/\/|\/?[^?\s]*\?\w+=)/.test(one))
  return linked ?? (typeof url === 'string' ? url : undefined)
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
