/** Remembers the answers to requests, for exactly as long as nothing in the database changes. */
import { LRUCache } from 'lru-cache'
import { type Credential, readCredential, readPage } from './catalogue.ts'
import type { Engine } from './engine.ts'
import { promised } from './promised.ts'
import { catalogueSql } from './sql/catalogue-sql.ts'
import type { Catalogue, Page, Principal, TokenRefusal } from './store.ts'
import { hashToken, isWellFormedToken } from './token-format.ts'

const maxCredentials = 10_000
/** Longer pages are not worth their memory. */
const maxCachedLimit = 100
const maxCachedPages = 10_000
const maxCachedPlants = 200_000

/**
 * A catalogue that asks the database on every call whether anything has changed, in this process or another, and
 * answers from memory only if not: a revocation is effective at the very next call. Equal calls with no change in
 * between get the identical `Page`, so that a caller may keep what it derived from one.
 */
export function createCatalogue(engine: Engine, now: () => number): Catalogue {
  const credentials = new LRUCache<string, Credential>({ max: maxCredentials })
  const pages = createPageCache()
  let generation = -1

  function forgetIfChanged(): void {
    const current = engine.generation()
    if (current === generation) return
    credentials.clear()
    pages.clear()
    generation = current
  }

  function authenticate(token: string): Principal | TokenRefusal {
    forgetIfChanged()
    const hash = hashToken(token)
    const credential = credentials.get(hash) ?? find(token, hash)
    if (typeof credential === 'string') return credential
    return now() < credential.expiresAt ? credential.principal : 'expired'
  }

  /** Refusals are not remembered: a stranger could fill the memory with them. */
  function find(token: string, hash: string): Credential | TokenRefusal {
    if (!isWellFormedToken(token)) return 'malformed'
    const found = readCredential(engine, hash)
    if (typeof found !== 'string') credentials.set(hash, found)
    return found
  }

  function firstPage(userId: number, limit: number): Page {
    forgetIfChanged()
    const key = `${userId} ${limit}`
    const known = pages.get(key)
    if (known !== undefined) return known
    const page = readPage(engine, userId, 0, limit)
    pages.set(key, page)
    return page
  }

  return {
    authenticate: (token) => promised(() => authenticate(token)),
    page: (userId, after, limit) =>
      promised(() =>
        after === 0 && limit <= maxCachedLimit
          ? firstPage(userId, limit)
          : readPage(engine, userId, after, limit),
      ),
    ping: () =>
      promised(() => {
        engine.row(catalogueSql.ping)
      }),
  }
}

function createPageCache(): LRUCache<string, Page> {
  return new LRUCache({
    max: maxCachedPages,
    maxSize: maxCachedPlants,
    sizeCalculation: (page) => page.plants.length + 1,
  })
}
