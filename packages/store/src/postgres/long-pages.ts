/**
 * Pages of long lists, read from replicas. A replica may be behind by any amount: the primary is asked afterwards, for
 * the token and the revision of the list, which costs it little, and the page counts only if it is of that revision. So
 * no result is older than it would be without replicas.
 */
import type { OnPage } from '../store.ts'
import type { ListResult, ListQuestion } from './reader-sql.ts'
import type { Replicas } from './replicas.ts'
import type { Ask } from './sessions.ts'

interface LongPages {
  readonly replicas: Replicas
  /** Pages longer than this are asked of replicas. */
  readonly longPage: number
  readonly onPage: OnPage
}

/** Asks replicas for long pages, and then the primary; only the primary if the page is short or no replica has it. */
export function readLongPages(askPrimary: Ask, { replicas, longPage, onPage }: LongPages): Ask {
  return async (question) => {
    if ((question.page?.limit ?? 0) <= longPage) return askPrimary(question)
    let found: ListResult | undefined
    try {
      found = await replicas.ask(question)
    } catch {
      // Whatever the failure is, the primary need not share it.
      onPage('primary')
      return askPrimary(question)
    }
    if (found?.page === undefined) {
      onPage('lagging')
      return askPrimary(question)
    }
    const result = await askPrimary({ ...question, page: confirmOnPrimary(question, found.revision) })
    const counts = result?.revision === found.revision
    onPage(counts ? 'replica' : 'lagging')
    return counts ? { ...result, page: found.page } : result
  }
}

/** What to ask the primary for once a page of this revision is known. A continued list must be of that revision. */
function confirmOnPrimary({ page }: ListQuestion, revision: string): ListQuestion['page'] {
  if (page === undefined || page.revision !== undefined) return undefined
  return { ...page, revision, isKnown: true }
}
