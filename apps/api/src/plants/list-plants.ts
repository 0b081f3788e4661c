/** The operation `listPlants`: the plants that the principal may see, in the order in which they were added. */
import { hash } from 'node:crypto'
import { contractVersion } from '@plant-store/contracts'
import { maxPageSize, type Page } from '@plant-store/store'
import { answer, type Body, toBody } from '../http/answer.ts'
import { isCurrent } from '../http/is-current.ts'
import { type Middleware, requireSession } from '../http/middleware.ts'
import { decodeQuery } from '../http/query.ts'
import { decodeLimit } from './decode-limit.ts'
import { streamPlants } from './stream-plants.ts'

/** Answers with the list: one page with its length, a longer list as a stream, 304 where the caller has it already. */
export function listPlants(): Middleware {
  const pageBody = rememberBodies()
  return async (ctx) => {
    const limit = decodeLimit(decodeQuery(ctx.request))
    const session = requireSession(ctx)
    const etag = makeTag(session.revision, limit)
    if (isCurrent(ctx.headers['if-none-match'], etag)) {
      answer(ctx, 304, fieldsWith(etag))
      return
    }
    // Before anything is sent the first page is in hand: a store that fails here still gets a clean error out.
    const first = await session.firstPage(Math.min(limit ?? maxPageSize, maxPageSize))
    const fields = fieldsWith(first.revision === session.revision ? etag : makeTag(first.revision, limit))
    if (first.plants.length < maxPageSize || limit === maxPageSize) {
      answer(ctx, 200, fields, pageBody(first))
    } else {
      await streamPlants(ctx, session, fields, { limit: limit ?? Infinity, first })
    }
  }
}

/** Names one state of one user's list under this limit. */
function makeTag(revision: string, limit: number | undefined): string {
  const state = `${contractVersion} ${revision} ${limit ?? 'all'}`
  return `"${hash('sha256', state, 'base64url').slice(0, 22)}"`
}

const fieldsWith = (etag: string): readonly string[] => [
  'Cache-Control',
  'private, no-cache',
  'ETag',
  etag,
  'Vary',
  'Authorization',
]

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
