/** Sessions: each pages through the list of one token's user; all of them share the remembered first pages. */
import { type Page, type Session, type SessionEnd, SessionEndedError } from '../store.ts'
import { requireLimit } from '../page-limit.ts'
import { maxRememberedLimit, rememberPages } from '../remembered-pages.ts'
import type { Credential, PageRequest } from './read-database.ts'

/** Opens sessions that share one memory. A page is remembered under its revision, which no other list ever has. */
interface Sessions {
  open(credential: Credential, hash: string): Session
  /** Reads a first page before it is requested, in the transaction in which the credential was read. */
  readAhead(credential: Credential, limit: number): void
}

/** `read` uses a transaction of its own, `readList` one that is open. */
export function createSessions(
  read: (request: PageRequest) => Page | SessionEnd,
  readList: (credential: Credential, limit: number) => Page,
): Sessions {
  const pages = rememberPages()

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

  return {
    open: (credential, hash) => ({
      principal: credential.principal,
      revision: credential.revision,
      // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
      firstPage: async (limit) => firstPage(credential, hash, limit),
      // oxlint-disable-next-line typescript/require-await -- what is thrown rejects
      nextPage: async (page, limit) => nextPage(hash, page, limit),
    }),
    readAhead: (credential, limit) => {
      const key = keyOf(credential, limit)
      if (limit > maxRememberedLimit || pages.get(key)?.revision === credential.revision) return
      pages.set(key, readList(credential, limit))
    },
  }
}

function keyOf({ principal }: Credential, limit: number): string {
  return `${principal.userId} ${limit}`
}
