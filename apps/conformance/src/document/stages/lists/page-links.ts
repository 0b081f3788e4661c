/** Links of a page: they lead somewhere, and those to the next page and the one before to these. */
import { objectAt } from '../../../contract/pointers.ts'
import { declaredFor } from '../../oracle/asked.ts'
import { askPages, itemsIn, namesOf, type Page, see } from './walk.ts'
import type { Plan } from '../plan.ts'
import { linksOf } from './page-members.ts'
import { type Shown, twice } from './twice.ts'

const due = 'links that lead to the pages they name'

export const pageLinks = twice('links of pages', 'pages', async (plain) => {
  const { pages = [] } = (await see(plain, [2])) ?? {}
  const all: Shown[] = []
  for (const [at, page] of pages.slice(0, 3).entries()) {
    const links = linksOf(page.response)
    const [before, behind] = [pages[at - 1], pages[at + 1]]
    for (const [rel, link] of links) {
      const other = rel === 'next' ? behind : rel === 'prev' ? before : undefined
      all.push(...(await followed(plain, page, [rel, link], namesIn(other))))
    }
    const isLast = namesIn(behind).length === 0 || links.some(([rel]) => rel === 'next')
    if (!isLast && isPromised(plain, pages))
      all.push({ came: 'no Link with rel="next", though there is a further page', due, pages: [page] })
  }
  return all
})

const namesIn = (page: Page | undefined): readonly string[] => namesOf((page && itemsIn(page)) ?? [])

/** The document speaks of it, or another page has it. */
function isPromised({ player, operation }: Plan, pages: readonly Page[]): boolean {
  const header = declaredFor(operation, 200)?.headers.find(({ name }) => /^link$/i.test(name))
  if (header === undefined) return false
  const { description = '' } = objectAt(player.oracle.service.contract.document, header.pointer)
  const isSent = pages.some(({ response }) => linksOf(response).some(([rel]) => rel === 'next'))
  return isSent || /\bnext\b/i.test(String(description))
}

/** Asks with the fields of the page: some are required, and others decide what comes. `names`: those due there, if they are known. */
async function followed(
  plan: Plan,
  page: Page,
  [rel, link]: readonly [string, string],
  names: readonly string[],
): Promise<readonly Shown[]> {
  const { player, caller = -1 } = plan
  const { request } = page.sent
  const target = targetOf(link, request.target, player.subject.url)
  if (target === undefined) return []
  const found = { ...request, target: player.secrets.callerTarget(caller, target) }
  const [there] = await askPages([{ ...plan, rewrite: () => found }])
  if (there === undefined) return []
  const { status } = there.response
  const isOther = status === 200 && names.length > 0 && new Set(names).isDisjointFrom(new Set(namesIn(there)))
  const isDead = [400, 404, 405].includes(status)
  const came = `${link}, as ${rel}, leads to ${isDead ? String(status) : 'something else'}`
  return isDead || isOther ? [{ came, due, pages: [page, there] }] : []
}

/** Undefined elsewhere: of what is in front of a service, it may not know the address. */
function targetOf(link: string, from: string, url: string): string | undefined {
  const base = new URL(from, url).href
  const { origin, pathname } = new URL(url)
  const found = URL.canParse(link, base) ? new URL(link, base) : undefined
  const isHere = found?.origin === origin && found.pathname.startsWith(pathname)
  return isHere ? found.pathname + found.search : undefined
}
