/** Sessions, whatever the engine: each pages through the list of one token's user; all share the remembered first pages. */
import { type Page, type Session, type SessionEnd, SessionEndedError } from '../store.ts'
import { maxRememberedLimit, requireLimit } from './pages.ts'

/** Identifies a page of a list. */
export interface PageRequest {
  /** The hash of the token. */
  readonly hash: string
  /** The id of the plant that the page begins after, or 0. */
  readonly after: number
  readonly limit: number
  /** The state that the list must have, if any. */
  readonly revision?: string
  /** When the request that asks began to wait, by `performance.now()`. */
  readonly since?: number | undefined
}

/** The first page of a list under this key is remembered with its revision, which no other list ever has. */
export const keyOf = (userId: number, limit: number): string => `${userId} ${limit}`

/** What sessions share. */
export interface SessionContext {
  readonly pages: { get(key: string): Page | undefined; set(key: string, page: Page): unknown }
  /** Reads token, user and page as of one moment: the page, or why the token gives no access. */
  readonly read: (request: PageRequest) => Promise<Page | SessionEnd> | Page | SessionEnd
}

/** A session that can be given its first page before it is requested. */
export interface KeepingSession extends Session {
  /** Keeps a page that found no place in the memory, for the request that opened the session. */
  keep(limit: number, page: Page): void
}

/** The session of the accepted token with this hash. */
export function createSession(
  hash: string,
  { principal, revision }: Pick<Session, 'principal' | 'revision'>,
  { pages, read }: SessionContext,
): KeepingSession {
  let kept: { readonly limit: number; readonly page: Page } | undefined
  async function readPage(request: PageRequest): Promise<Page> {
    const page = await read(request)
    if (typeof page === 'string') throw new SessionEndedError(page)
    return page
  }
  return {
    principal,
    revision,
    keep: (limit, page) => {
      kept = { limit, page }
    },
    firstPage: async (limit, since) => {
      if (kept?.limit === limit) {
        const { page } = kept
        kept = undefined
        return page
      }
      requireLimit(limit)
      const key = keyOf(principal.userId, limit)
      const known = pages.get(key)
      if (known?.revision === revision) return known
      const page = await readPage({ hash, after: 0, limit, since })
      if (limit <= maxRememberedLimit) pages.set(key, page)
      return page
    },
    // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
    nextPage: async ({ last, revision: begun }, limit) => {
      requireLimit(limit)
      if (last === undefined) throw new RangeError('nothing comes after an empty page')
      return readPage({ hash, after: last, limit, revision: begun })
    },
  }
}
