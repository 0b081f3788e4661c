/**
 * Pages of long lists, read from replicas. A replica may be any time behind: the primary is asked behind it, for the token and
 * the revision of the list, which costs it little, and a page counts where it is of that revision. So no answer is older
 * than it would be without replicas.
 */
import type { OnPage } from '../store.ts'
import type { ListAnswer, ListQuestion } from './reader-sql.ts'
import type { Replicas } from './replicas.ts'
import type { Ask } from './sessions.ts'

interface LongPages {
  readonly replicas: Replicas
  /** Longer pages are asked of replicas. */
  readonly longPage: number
  readonly onPage: OnPage
}

/** Asks replicas for what is long, and then the primary; the primary alone for what is short or no replica has. */
export function readLongPages(askPrimary: Ask, { replicas, longPage, onPage }: LongPages): Ask {
  return async (question) => {
    if ((question.page?.limit ?? 0) <= longPage) return askPrimary(question)
    let found: ListAnswer | undefined
    try {
      found = await replicas.ask(question)
    } catch {
      // Whatever it is, the primary need not have it.
      onPage('primary')
      return askPrimary(question)
    }
    if (found?.page === undefined) {
      onPage('lagging')
      return askPrimary(question)
    }
    const answer = await askPrimary(behind(question, found.revision))
    const counts = answer?.revision === found.revision
    onPage(counts ? 'replica' : 'lagging')
    return counts ? { ...answer, page: found.page } : answer
  }
}

/** What the primary is asked when a page of that revision is at hand. A list that goes on has to be of that one. */
function behind({ hash, page }: ListQuestion, revision: string): ListQuestion {
  if (page === undefined || page.revision !== undefined) return { hash }
  return { hash, page: { ...page, revision, isKnown: true } }
}
