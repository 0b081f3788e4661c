/** Members of pages and of their items, by the names that services give them. */
import { membersOf } from '../../../contract/pointers.ts'
import type { Sent } from '../../../sessions/client/sent.ts'
import { memberOf } from '../../paging.ts'
import { readJson } from '../../oracle/content.ts'
import { fieldOf } from '../ask.ts'

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

/** Services join words in different ways, and some say first that it is a filter. */
const plain = (name: string): string =>
  name
    .replace(/^filter[.[]/, '')
    .replaceAll(/[\W_]/g, '')
    .toLowerCase()

/** The member of this name, or of one with the first of these endings; undefined where there is none. */
export function memberCalled(
  items: readonly unknown[],
  name: string,
  endings: readonly string[],
): string | undefined {
  const names = new Set(items.flatMap((item) => membersOf(item).map(([own]) => own)))
  const called = ['', ...endings].map((ending) => plain(name) + ending)
  return called.map((one) => [...names].find((own) => plain(own) === one)).find((own) => own !== undefined)
}
