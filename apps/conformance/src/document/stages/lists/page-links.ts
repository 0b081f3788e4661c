/** Links of a page: they lead somewhere, and those to the next page and the one before to these. */
import { valuesOf } from '@plant-store/raw-http'
import { membersOf, objectAt } from '../../../contract/pointers.ts'
import type { RawResponse } from '../../../exchange.ts'
import { declaredFor } from '../../oracle/asked.ts'
import { readJson } from '../../oracle/content.ts'
import { memberOf } from '../../items.ts'
import { itemsIn, namesOf, type Page, see } from './walk.ts'
import type { Place, Plan } from '../plan.ts'
import { type Fault, twice } from './twice.ts'

const due = 'links that lead to the pages they name'

export const pageLinks = twice('links of pages', 'pages', async (place, plain) => {
  const { pages = [] } = (await see(place, plain, [2])) ?? {}
  const faults: (Fault | undefined)[] = []
  for (const [at, page] of pages.slice(0, 3).entries()) {
    const links = linksOf(page.response)
    const others = new Map([
      ['next', pages[at + 1]],
      ['prev', pages[at - 1]],
    ])
    for (const [rel, link] of links)
      faults.push(await followed(place, plain, page, [rel, link, others.get(rel)]))
    const hasMore = itemsOf(pages[at + 1]).length > 0
    if (hasMore && links.every(([rel]) => rel !== 'next') && isPromised(place, pages))
      faults.push({
        came: 'no Link with rel="next", though there is a further page',
        due,
        shown: [{ pages: [page] }],
      })
  }
  return faults
})

const itemsOf = (page: Page | undefined): readonly unknown[] => (page && itemsIn(page)) ?? []

/** The document speaks of it, or another page has it. */
function isPromised({ player, operation }: Place, pages: readonly Page[]): boolean {
  const header = declaredFor(operation, 200)?.headers.find(({ name }) => /^link$/i.test(name))
  const { description = '' } =
    header === undefined ? {} : objectAt(player.oracle.service.contract.document, header.pointer)
  const isSent = pages.some(({ response }) => linksOf(response).some(([rel]) => rel === 'next'))
  return header !== undefined && (isSent || /\bnext\b/i.test(String(description)))
}

/** Those of Link (RFC 8288), and those in the content that are URLs. */
function linksOf(response: RawResponse): readonly (readonly [string, string])[] {
  const own = membersOf(readJson(response).value)
  const inside = own.filter(([name]) => /^_?links$/.test(name)).flatMap(([, links]) => membersOf(links))
  const members = [...own, ...inside].flatMap(([name, value]) => {
    const link = typeof value === 'string' ? value : memberOf(value, 'href')
    return typeof link === 'string' && /^(?:https?:\/\/|\/?[^?\s]*\?\w+=)/.test(link)
      ? [[name, link] as const]
      : []
  })
  const fields = valuesOf(response, 'Link')
    .join(', ')
    .matchAll(/<([^>]*)>[^<]*?\brel="?([\w -]+)/gi)
  const all = [...fields].flatMap(([, link = '', rels = '']) =>
    rels.split(' ').map((rel) => [rel, link] as const),
  )
  return [...all, ...members].flatMap(([rel, link]) => {
    const [, plain] = /^(next|prev|first|last|self)(?:ious)?(?:[_-]?(?:page|url|link))*$/i.exec(rel) ?? []
    return plain === undefined || link.includes('{') ? [] : [[plain.toLowerCase(), link] as const]
  })
}

async function followed(
  { player }: Place,
  { caller = -1 }: Plan,
  page: Page,
  [rel, link, other]: readonly [string, string, Page | undefined],
): Promise<Fault | undefined> {
  const target = targetOf(link, page, player.subject.url)
  if (target === undefined) return undefined
  // With the fields of the page: some are required, and others decide what comes.
  const ask = { request: { ...page.ask.request, target: player.secrets.callerTarget(caller, target) } }
  const [sent] = await player.askAll([ask])
  if (sent === undefined || 'noResponse' in sent.outcome) return undefined
  const { outcome: response } = sent
  const found = { ask, sent, response }
  const names = namesOf({ items: itemsOf(other) })
  const isOther =
    names.length > 0 && new Set(names).isDisjointFrom(new Set(namesOf({ items: itemsOf(found) })))
  const isDead = [400, 404, 405].includes(response.status)
  if (!isDead && !(response.status === 200 && isOther)) return undefined
  const came = `${link}, as ${rel}, leads to ${isDead ? String(response.status) : 'something else'}`
  return { came, due, shown: [{ pages: [page, found] }] }
}

/** Undefined elsewhere: of what is in front of a service, it may not know the address. */
function targetOf(link: string, { ask }: Page, url: string): string | undefined {
  const base = new URL(ask.request.target, url).href
  const { origin, pathname } = new URL(url)
  const found = URL.canParse(link, base) ? new URL(link, base) : undefined
  const isHere = found?.origin === origin && found.pathname.startsWith(pathname)
  return isHere ? found.pathname + found.search : undefined
}
