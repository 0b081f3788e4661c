/** Sessions: each pages through the list of one token's user; all of them share the remembered first pages. */
import { LRUCache } from 'lru-cache'
import { maxRememberedLimit, pageBounds, requireLimit } from '../reading/pages.ts'
import { type Page, type Session, SessionEndedError } from '../store.ts'
import { endOf, refusalOf } from '../token/state.ts'
import type { ListResult, ListQuestion } from './reader-sql.ts'

/** Longer pages are not remembered, and short ones do not wait for them. */
export const maxKnownLimit = maxRememberedLimit

/** The remembered first pages, each under its revision, which no other list ever has. */
export class FirstPages {
  readonly #pages = new LRUCache<string, Page>(pageBounds)

  /** The remembered page, whatever its revision. */
  known(userId: number, limit: number): Page | undefined {
    return this.#pages.get(`${userId} ${limit}`)
  }

  /** Remembers and returns the page of a result; undefined if it has none. */
  remember(limit: number, { userId, revision, page }: ListResult): Page | undefined {
    if (page === undefined) return undefined
    const remembered = { ...page, revision }
    if (limit <= maxKnownLimit) this.#pages.set(`${userId} ${limit}`, remembered)
    return remembered
  }

  /** How to ask for the next page in advance, if it is one that is remembered. */
  ahead(userId: number | undefined, limit: number | undefined): ListQuestion['page'] {
    if (limit === undefined || limit > maxKnownLimit) return undefined
    const revision = userId === undefined ? undefined : this.known(userId, limit)?.revision
    return { after: 0, limit, revision, isKnown: true }
  }
}

/** What sessions need. */
export interface SessionContext {
  readonly pages: FirstPages
  /** Asks for a page of a list. */
  readonly ask: (question: ListQuestion) => Promise<ListResult | undefined>
  readonly now: () => number
}

/** The session of an accepted token. */
export function openSession(
  hash: string,
  { tokenId, userId, user, revision }: ListResult,
  { pages, ask, now }: SessionContext,
): Session {
  return {
    principal: { userId, user, tokenId },
    revision,
    firstPage: async (limit, since = performance.now()) => {
      requireLimit(limit)
      const known = pages.known(userId, limit)
      if (known?.revision === revision) return known
      const result = requireGoing(await ask({ hash, page: { after: 0, limit }, since }), now())
      return pages.remember(limit, result) ?? endBetween()
    },
    nextPage: async ({ last, revision: begun }, limit) => {
      requireLimit(limit)
      if (last === undefined) throw new RangeError('nothing comes after an empty page')
      const page = { after: last, limit, revision: begun }
      const result = requireGoing(await ask({ hash, page, since: performance.now() }), now())
      if (result.page === undefined) throw new SessionEndedError('list changed')
      return { ...result.page, revision: begun }
    },
  }
}

/** Throws a `SessionEndedError` if the token or its user has ended. */
function requireGoing(result: ListResult | undefined, now: number): ListResult {
  if (result === undefined) throw new SessionEndedError('user removed')
  const refusal = refusalOf(result, now)
  if (refusal !== undefined) throw new SessionEndedError(endOf[refusal])
  return result
}

/** The token is accepted but there was no page: the clock went back between the question and the result. */
function endBetween(): never {
  throw new SessionEndedError('token expired')
}
