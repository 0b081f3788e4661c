/** The operation `listPlants`: the plants that the principal may see, in the order in which they were added. */
import { hash } from 'node:crypto'
import { contractVersion } from '@plant-store/contracts'
import { type Catalogue, maxPageSize, type Page, type Principal } from '@plant-store/store'
import { answer, type Body, toBody } from '../http/answer.ts'
import { isCurrent } from '../http/is-current.ts'
import { type Middleware, requirePrincipal } from '../http/middleware.ts'
import { decodeQuery } from '../http/query.ts'
import { decodeLimit } from './decode-limit.ts'
import { streamPlants } from './stream-plants.ts'

/** Answers with the list: one page with its length, a longer list as a stream, 304 where the caller has it already. */
export function listPlants(store: Pick<Catalogue, 'page'>): Middleware {
  const pageBody = rememberBodies()
  const entityTag = rememberTags()
  return async (ctx) => {
    const limit = decodeLimit(decodeQuery(ctx.request))
    const principal = requirePrincipal(ctx)
    const etag = entityTag(principal, limit)
    const fields = ['Cache-Control', 'private, no-cache', 'ETag', etag, 'Vary', 'Authorization']
    if (isCurrent(ctx.headers['if-none-match'], etag)) {
      answer(ctx, 304, fields)
      return
    }
    // Before anything is sent the first page is in hand: a store that fails here still gets a clean error out.
    const { userId, asOf } = principal
    const first = await store.page(userId, 0, Math.min(limit ?? maxPageSize, maxPageSize), asOf)
    if (first.plants.length < maxPageSize || limit === maxPageSize) {
      answer(ctx, 200, fields, pageBody(first))
    } else {
      await streamPlants(ctx, store, fields, { userId, limit: limit ?? Infinity, first })
    }
  }
}

/**
 * Names what this user sees under this limit. It is made from the revision read with the token, before the plants are:
 * a change in between gives a newer list under an older tag, which the next conditional request then refreshes.
 */
function makeTag({ userId, revision }: Principal, limit: number | undefined): string {
  const state = `${contractVersion} ${userId} ${revision} ${limit ?? 'all'}`
  return `"${hash('sha256', state, 'base64url').slice(0, 22)}"`
}

/** The tag of each principal's last limit: most callers ask again for what they asked for before. */
function rememberTags(): typeof makeTag {
  const tags = new WeakMap<Principal, { readonly limit: number | undefined; readonly tag: string }>()
  return (principal, limit) => {
    let last = tags.get(principal)
    if (last === undefined || last.limit !== limit) {
      last = { limit, tag: makeTag(principal, limit) }
      tags.set(principal, last)
    }
    return last.tag
  }
}

/** The body of a page; made once for a page that the store holds on to and hands out again. */
function rememberBodies(): (page: Page) => Body {
  const bodies = new WeakMap<Page, Body>()
  return (page) => {
    let body = bodies.get(page)
    if (body === undefined) {
      body = toBody(page.plants)
      bodies.set(page, body)
    }
    return body
  }
}
