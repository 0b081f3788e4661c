/** Sessions: each pages through the list of one token's user, and remembers its first pages with the others. */
import { LRUCache } from 'lru-cache'
import { requireLimit } from '../page-limit.ts'
import { type Page, type Session, SessionEndedError } from '../store.ts'
import { endOf, refusalOf } from '../token-state.ts'
import type { ListAnswer, ListQuestion } from './reader-sql.ts'

/**
 * Longer pages are not worth their memory, and worth a way to a replica. Measured at the primary: a page of 20 plants takes a
 * fifth more processor time than the check that would be asked for all the same, one of 500 seven times as much.
 */
export const maxKnownLimit = 100
const maxPages = 10_000
const maxPlants = 200_000

/** Asks for a page of a list. */
export type Ask = (question: ListQuestion) => Promise<ListAnswer | undefined>

/** The first pages that are remembered, each under its revision, which no other list ever has. */
export class FirstPages {
  readonly #pages = new LRUCache<string, Page>({
    max: maxPages,
    maxSize: maxPlants,
    sizeCalculation: ({ plants }) => plants.length + 1,
  })

  /** What is remembered, whatever its revision. */
  known(userId: number, limit: number): Page | undefined {
    return this.#pages.get(`${userId} ${limit}`)
  }

  /** The page of an answer; undefined where there is none in it. */
  remember(limit: number, { userId, revision, page }: ListAnswer): Page | undefined {
    if (page === undefined) return undefined
    const remembered = { ...page, revision }
    if (limit <= maxKnownLimit) this.#pages.set(`${userId} ${limit}`, remembered)
    return remembered
  }

  /** What to ask of the page that will be asked for next, where it is one that is remembered. */
  ahead(userId: number | undefined, limit: number | undefined): ListQuestion['page'] {
    if (limit === undefined || limit > maxKnownLimit) return undefined
    const revision = userId === undefined ? undefined : this.known(userId, limit)?.revision
    return { after: 0, limit, revision, isKnown: true }
  }
}

/** What sessions work with. */
interface SessionContext {
  readonly pages: FirstPages
  readonly ask: Ask
  readonly now: () => number
}

/** The session of a token that was accepted. */
export function openSession(
  hash: string,
  { tokenId, userId, user, revision }: ListAnswer,
  { pages, ask, now }: SessionContext,
): Session {
  return {
    principal: { userId, user, tokenId },
    revision,
    firstPage: async (limit) => {
      requireLimit(limit)
      const known = pages.known(userId, limit)
      if (known?.revision === revision) return known
      const answer = requireGoing(await ask({ hash, page: { after: 0, limit } }), now())
      return pages.remember(limit, answer) ?? endBetween()
    },
    nextPage: async ({ last, revision: begun }, limit) => {
      requireLimit(limit)
      if (last === undefined) throw new RangeError('nothing comes after an empty page')
      const answer = requireGoing(await ask({ hash, page: { after: last, limit, revision: begun } }), now())
      if (answer.page === undefined) throw new SessionEndedError('list changed')
      return { ...answer.page, revision: begun }
    },
  }
}

/** Throws a `SessionEndedError` where the token or its user has ended. */
function requireGoing(answer: ListAnswer | undefined, now: number): ListAnswer {
  if (answer === undefined) throw new SessionEndedError('user removed')
  const refusal = refusalOf(answer, now)
  if (refusal !== undefined) throw new SessionEndedError(endOf[refusal])
  return answer
}

/** There was no page though the token counts: the clock went back between the question and the answer. */
function endBetween(): never {
  throw new SessionEndedError('token expired')
}
