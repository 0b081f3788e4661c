/** Remembers the answers to requests, for exactly as long as nothing in the database changes. */
import { LRUCache } from 'lru-cache'
import { type Credential, readCredential, readPage } from './catalogue.ts'
import type { Engine } from './engine.ts'
import { promised } from './promised.ts'
import { catalogueSql } from './sql/catalogue-sql.ts'
import type { Catalogue, OnRead, Page, Principal, ReadOperation, ReadOutcome, TokenRefusal } from './store.ts'
import { hashToken, isWellFormedToken } from './token-format.ts'

const maxCredentials = 10_000
/** Longer pages are not worth their memory. */
const maxCachedLimit = 100
const maxCachedPages = 10_000
const maxCachedPlants = 200_000

/**
 * A catalogue that asks the database on every request whether anything has changed, in this process or another, and
 * answers from memory only if not: a revocation is effective at the very next request. Equal calls with no change in
 * between get the identical `Page`, so that a caller may keep what it derived from one.
 */
export function createCatalogue(engine: Engine, now: () => number, onRead: OnRead = () => {}): Catalogue {
  const timed = timeReads(onRead)
  const credentials = new LRUCache<string, Credential>({ max: maxCredentials })
  const pages = createPageCache()

  function authenticate(token: string): Principal | TokenRefusal {
    const asOf = engine.generation()
    const hash = hashToken(token)
    const known = credentials.get(hash)
    const credential = known?.principal.asOf === asOf ? known : find(token, hash, asOf)
    if (typeof credential === 'string') return credential
    return now() < credential.expiresAt ? credential.principal : 'expired'
  }

  /** Refusals are not remembered: a stranger could fill the memory with them. */
  function find(token: string, hash: string, asOf: number): Credential | TokenRefusal {
    if (!isWellFormedToken(token)) return 'malformed'
    const found = timed('authenticate', () => readCredential(engine, hash, asOf))
    if (typeof found === 'string') credentials.delete(hash)
    else credentials.set(hash, found)
    return found
  }

  function firstPage(userId: number, limit: number, asOf: number): Page {
    const key = `${userId} ${limit}`
    const known = pages.get(key)
    if (known?.asOf === asOf) return known.page
    const page = timed('page', () => readPage(engine, userId, 0, limit))
    pages.set(key, { page, asOf })
    return page
  }

  return {
    authenticate: (token) => promised(() => authenticate(token)),
    page: (userId, after, limit, asOf) =>
      promised(() =>
        after === 0 && limit <= maxCachedLimit
          ? firstPage(userId, limit, asOf ?? engine.generation())
          : timed('page', () => readPage(engine, userId, after, limit)),
      ),
    ping: () =>
      promised(() => {
        timed('ping', () => engine.row(catalogueSql.ping))
      }),
  }
}

/** Outdated pages are not looked for: they give way to new ones. */
function createPageCache(): LRUCache<string, { readonly page: Page; readonly asOf: number }> {
  return new LRUCache({
    max: maxCachedPages,
    maxSize: maxCachedPlants,
    sizeCalculation: ({ page }) => page.plants.length + 1,
  })
}

function timeReads(onRead: OnRead): <T>(operation: ReadOperation, read: () => T) => T {
  return (operation, read) => {
    const began = performance.now()
    let outcome: ReadOutcome = 'failed'
    try {
      const result = read()
      outcome = 'answered'
      return result
    } finally {
      onRead(operation, outcome, performance.now() - began)
    }
  }
}
