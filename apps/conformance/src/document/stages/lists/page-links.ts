/** Links of a page: they lead somewhere, and those to the next page and the one before to these. */
import { objectAt } from '../../../contract/pointers.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import { declaredFor } from '../../model.ts'
import { askAll } from '../ask.ts'
import type { Plan } from '../plan.ts'
import { linksOf } from './members.ts'
import { type Shown, twice } from './twice.ts'
import { itemsIn, namesOf, see } from './walk.ts'

const due = 'links that lead to the pages they name'

export const pageLinks = twice('links of pages', 'pages', async (plain) => {
  const { pages = [] } = (await see(plain, [2])) ?? {}
  const all: Shown[] = []
  for (const [at, page] of pages.slice(0, 3).entries()) {
    const links = linksOf(page)
    const others = new Map([
      ['next', namesIn(pages[at + 1])],
      ['prev', namesIn(pages[at - 1])],
    ])
    for (const [rel, link] of links) all.push(...(await followed(plain, page, [rel, link], others.get(rel))))
    const isLast = namesIn(pages[at + 1]).length === 0 || links.some(([rel]) => rel === 'next')
    if (!isLast && isPromised(plain, pages))
      all.push({ came: 'no Link with rel="next", though there is a further page', due, pages: [page] })
  }
  return all
})

const namesIn = (page: Sent | undefined): readonly string[] => namesOf(itemsIn(page) ?? [])

/** Whether Link names the next page, as the document says, or another page shows. */
function isPromised({ player, operation }: Plan, pages: readonly Sent[]): boolean {
  const header = declaredFor(operation, 200)?.headers.find(({ name }) => /^link$/i.test(name))
  if (header === undefined) return false
  const { description } = objectAt(player.oracle.service.contract.document, header.pointer)
  const isSent = pages.some((page) => linksOf(page).some(([rel]) => rel === 'next'))
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
  return isDead || isOther ? [{ came, due, pages: [page, ...there] }] : []
}

/** Undefined elsewhere: of what is in front of a service, it may not know the address. */
function targetOf(link: string, from: string, url: string): string | undefined {
  const base = new URL(from, url).href
  const { origin, pathname } = new URL(url)
  const found = URL.canParse(link, base) ? new URL(link, base) : undefined
  const isHere = found?.origin === origin && found.pathname.startsWith(pathname)
  return isHere ? found.pathname + found.search : undefined
}
