/** Sessions: each pages through the list of one token's user; all of them share the remembered first pages. */
import { type Page, type Session, type SessionEnd, SessionEndedError } from '../store.ts'
import { maxRememberedLimit, pageBounds, requireLimit } from '../reading/pages.ts'
import { Memory } from './memory.ts'
import type { Credential, PageRequest } from './read-database.ts'

/** A session that can read its first page before it is requested, in the transaction in which its token was read. */
export interface ReadingSession extends Session {
  readAhead(limit: number): void
}

/** Opens sessions that share one memory. A page is remembered under its revision, which no other list ever has. */
type OpenSession = (credential: Credential, hash: string) => ReadingSession

/** `read` uses a transaction of its own, `readList` one that is open. */
export function createSessions(
  read: (request: PageRequest) => Page | SessionEnd,
  readList: (credential: Credential, limit: number) => Page,
): OpenSession {
  const pages = new Memory<Page>(pageBounds)

  function readPage(request: PageRequest): Page {
    const page = read(request)
    if (typeof page === 'string') throw new SessionEndedError(page)
    return page
  }

  function firstPage(credential: Credential, hash: string, limit: number): Page {
    requireLimit(limit)
    const key = keyOf(credential, limit)
    const known = pages.get(key)
    if (known?.revision === credential.revision) return known
    const page = readPage({ hash, after: 0, limit })
    if (limit <= maxRememberedLimit) pages.set(key, page)
    return page
  }

  function nextPage(hash: string, { last, revision }: Page, limit: number): Page {
    requireLimit(limit)
    if (last === undefined) throw new RangeError('nothing comes after an empty page')
    return readPage({ hash, after: last, limit, revision })
  }

  return (credential, hash) => {
    /** A page that found no place in the memory: it is for the request that opened the session. */
    let ahead: { readonly limit: number; readonly page: Page } | undefined
    return {
      principal: credential.principal,
      revision: credential.revision,
      // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
      firstPage: async (limit) => {
        if (ahead?.limit !== limit) return firstPage(credential, hash, limit)
        const { page } = ahead
        ahead = undefined
        return page
      },
      // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
      nextPage: async (page, limit) => nextPage(hash, page, limit),
      readAhead: (limit) => {
        const key = keyOf(credential, limit)
        if (limit > maxRememberedLimit || pages.get(key)?.revision === credential.revision) return
        const page = readList(credential, limit)
        if (!pages.set(key, page)) ahead = { limit, page }
      },
    }
  }
}

function keyOf({ principal }: Credential, limit: number): string {
  return `${principal.userId} ${limit}`
}
