/** Lists that come in pages: all pages together have each thing once, however large they are, begin where the document says, and link to each other. */
import { objectAt } from '../../../contract/pointers.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import { declaredFor } from '../../model.ts'
import { isOfPages, isOrder, pageSizeOf, pagingOf, sizesOf } from '../../paging.ts'
import { askAll, fieldOf } from '../stage.ts'
import { type Plan, valuesOf, withEach, withValues } from '../plan.ts'
import { linksOf, namesIn, namesOf, pageMembers, see, type Shown, twice, type Walked } from './walk.ts'

/** The smallest pages show most. */
export const pages = twice('pages of lists', 'pages', async (plain) => {
  const all = [
    ...(await shownBy(plain, [1, 2, 3])),
    ...(await shownByDefaults(plain)),
    ...(await shownByLinks(plain)),
  ]
  // A filter holds for further pages, too, and by each order, other things are equal.
  for (const one of ofQuery(plain, false)) {
    const values = valuesOf(plain, one).slice(0, isOrder(one) ? undefined : 2)
    for (const plan of withEach(plain, one, values)) all.push(...(await shownBy(plan, [2])))
  }
  return all
})

/** The parameters that may be left out, of pages or of what is no matter of pages. */
const ofQuery = ({ operation }: Plan, isOfPage: boolean): Plan['operation']['parameters'] =>
  operation.parameters.filter((one) => one.in === 'query' && !one.isRequired && isOfPages(one) === isOfPage)

async function shownBy(plan: Plan, counts: readonly number[]): Promise<readonly Shown[]> {
  const { contract } = plan.player.oracle.service
  const size = pageSizeOf(plan.operation)
  const all: Shown[] = []
  if (size === undefined) return all
  for (const count of sizesOf(contract, { size }, counts)) {
    const some = await see(withValues(plan, [[size, count]]), [count])
    const whole = await see(plan)
    // Where nothing says how the list goes on, a page is its beginning.
    const isKnown = pagingOf(contract, plan.operation) !== undefined
    const isComparable = whole !== undefined && (whole.isWhole || !isKnown)
    // Who heeds no size has no such pages.
    if (some === undefined || !isComparable || some.items.length > some.pages.length * count) continue
    const difference = differenceOf(some, whole) ?? (isKnown ? wrongTotal(some, whole) : undefined)
    const came = difference === undefined ? undefined : `pages of ${count} with ${difference}`
    all.push({ came, due: 'each thing once, as in larger pages', pages: some.pages })
  }
  return all
}

/** What keeps them from being the same list; undefined where nothing does. */
function differenceOf(some: Walked, whole: Walked): string | undefined {
  const due = whole.items.slice(0, some.isWhole ? undefined : some.items.length)
  const [own, all] = [namesOf(some.items), namesOf(due)]
  if (sorted(own) === sorted(all)) return undefined
  const [missing] = new Set(all).difference(new Set(own))
  return missing === undefined ? 'something twice' : `no ${missing}`
}

const sorted = (names: readonly string[]): string => names.toSorted().join()

/** A page that says how many there are on all pages says what all pages have. */
function wrongTotal(some: Walked, { items, pages: large }: Walked): string | undefined {
  const right = [...some.pages, ...large].filter(({ response }) => response?.status === 200)
  const members = right.flatMap((page) => pageMembers(page)).filter(([name]) => namesOfTotal.test(name))
  const totals = [
    ...members.map(([, total]) => total),
    ...right.map((page) => Number(fieldOf(page, 'X-Total-Count'))),
  ]
  const wrong = totals.find((total) => Number.isInteger(total) && total !== items.length)
  return wrong === undefined ? undefined : `a total of ${JSON.stringify(wrong)}, for ${items.length}`
}

const namesOfTotal = /^total(?:[_-]?(?:count|items|results|elements))?$/i

/** What is assumed of pages where nothing is said. Of filters, a default may be that of what is made, in a schema for both. */
async function shownByDefaults(plain: Plan): Promise<readonly Shown[]> {
  const all: Shown[] = []
  for (const one of ofQuery(plain, true)) {
    const { default: usual = null } = objectAt(plain.player.oracle.service.contract.document, one.schema)
    const asked = usual === null ? [] : await askAll([plain, ...withEach(plain, one, [usual]), plain])
    const [before, own, behind] = asked.map((page) => sorted(namesIn(page)))
    // A list that is in no order may have another beginning each time; of what is none, nothing is known.
    if (before === undefined || before === '' || before !== behind) continue
    const came = `another list with ${one.name}=${JSON.stringify(usual)} than without it`
    all.push({ came: own === before ? undefined : came, due: 'the default', pages: asked })
  }
  return all
}

const dueOfLinks = 'links that lead to the pages they name'

/** Links lead somewhere, and those to the next page and the one before to these. */
async function shownByLinks(plain: Plan): Promise<readonly Shown[]> {
  const { pages: walked = [] } = (await see(plain, [2])) ?? {}
  const all: Shown[] = []
  for (const [at, page] of walked.slice(0, 3).entries()) {
    const links = linksOf(page)
    const others: Readonly<Record<string, readonly string[]>> = {
      next: namesIn(walked[at + 1]),
      prev: namesIn(walked[at - 1]),
    }
    for (const [rel, link] of links) all.push(...(await followed(plain, page, [rel, link], others[rel])))
    const isLast = others['next']?.length === 0 || links.some(([rel]) => rel === 'next')
    if (!isLast && isPromised(plain, walked))
      all.push({
        came: 'no Link with rel="next", though there is a further page',
        due: dueOfLinks,
        pages: [page],
      })
  }
  return all
}

/** Whether Link names the next page, as the document says, or another page shows. */
function isPromised({ player, operation }: Plan, all: readonly Sent[]): boolean {
  const header = declaredFor(operation, 200)?.headers.find(({ name }) => /^link$/i.test(name))
  if (header === undefined) return false
  const { description } = objectAt(player.oracle.service.contract.document, header.pointer)
  const isSent = all.some((page) => linksOf(page).some(([rel]) => rel === 'next'))
  return isSent || /\bnext\b/i.test(String(description))
}

/** Asks with the fields of the page: some are required, and others decide what comes. `names`: those that are due there. */
async function followed(
  plan: Plan,
  page: Sent,
  [rel, link]: readonly [string, string],
  names: readonly string[] = [],
): Promise<readonly Shown[]> {
  const { subject, secrets } = plan.player
  const target = targetOf(link, page.request.target, subject.url)
  if (target === undefined) return []
  const request = { ...page.request, target: secrets.callerTarget(plan.caller ?? -1, target) }
  const there = await askAll([{ ...plan, rewrite: () => request }])
  const [status = 0] = there.map(({ response }) => response?.status)
  const isOther =
    status === 200 && names.length > 0 && new Set(names).isDisjointFrom(new Set(namesIn(there[0])))
  const isDead = [400, 404, 405].includes(status)
  const came = `${link}, as ${rel}, leads to ${isDead ? String(status) : 'something else'}`
  return isDead || isOther ? [{ came, due: dueOfLinks, pages: [page, ...there] }] : []
}

/** Undefined elsewhere: of what is in front of a service, it may not know the address. */
function targetOf(link: string, from: string, url: string): string | undefined {
  const base = new URL(from, url).href
  const { origin, pathname } = new URL(url)
  const found = URL.canParse(link, base) ? new URL(link, base) : undefined
  const isHere = found?.origin === origin && found.pathname.startsWith(pathname)
  return isHere ? found.pathname + found.search : undefined
}
