/** Remembers the answers to requests, for exactly as long as nothing in the database changes. */
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Credential, readCredential, readEpoch, readPage, type State } from './catalogue.ts'
import type { Engine, Snapshots } from './engine.ts'
import type { Catalogue, OnRead, Page, Principal, ReadOperation, ReadOutcome, TokenRefusal } from './store.ts'
import { hashToken, isWellFormedToken } from './token-format.ts'

const maxCredentials = 10_000
/** Longer pages are not worth their memory. */
const maxCachedLimit = 100
const maxCachedPages = 10_000
const maxCachedPlants = 200_000

/**
 * A catalogue that asks the database whether anything has changed, in this process or another, once for all who asked
 * in the same turn of the event loop and after the last of them did; and answers from memory only if not. A revocation
 * is effective at the very next request. Equal calls with no change in between get the identical `Page`, so that a
 * caller may keep what it derived from one.
 */
export function createCatalogue(
  { snapshots }: Pick<Engine, 'snapshots'>,
  now: () => number,
  onRead: OnRead = () => {},
): Catalogue {
  const timed = timeReads(onRead)
  const snapshot = shareSnapshots(snapshots)
  const credentials = new LRUCache<string, Credential>({ max: maxCredentials })
  const pages = createPageCache()

  function authenticate(token: string, state: State): Principal | TokenRefusal {
    const hash = hashToken(token)
    const known = credentials.get(hash)
    const credential = known?.principal.asOf === state.asOf ? known : find(token, hash, state)
    if (typeof credential === 'string') return credential
    return now() < credential.expiresAt ? credential.principal : 'expired'
  }

  /** Refusals are not remembered: a stranger could fill the memory with them. */
  function find(token: string, hash: string, state: State): Credential | TokenRefusal {
    if (!isWellFormedToken(token)) return 'malformed'
    const found = timed('authenticate', () => readCredential(snapshots, hash, state))
    if (typeof found === 'string') credentials.delete(hash)
    else credentials.set(hash, found)
    return found
  }

  function firstPage(userId: number, limit: number, asOf: number): Page {
    const key = `${userId} ${limit}`
    const known = pages.get(key)
    if (known?.asOf === asOf) return known.page
    const page = timed('page', () => readPage(snapshots, userId, 0, limit))
    pages.set(key, { page, asOf })
    return page
  }

  return {
    authenticate: async (token) => authenticate(token, await snapshot()),
    page: async (userId, after, limit, asOf) => {
      const state = asOf ?? (await snapshot()).asOf
      return after === 0 && limit <= maxCachedLimit
        ? firstPage(userId, limit, state)
        : timed('page', () => readPage(snapshots, userId, after, limit))
    },
    ping: async () => {
      await snapshot()
      timed('ping', () => readEpoch(snapshots))
    },
  }
}

/**
 * One snapshot for everyone who asks in the same turn of the event loop: begun when all requests that had come were
 * read, so that it is of no time before any of them, and ended when whatever follows from it at once has been done.
 */
function shareSnapshots(snapshots: Snapshots): () => Promise<State> {
  let next: Promise<State> | undefined
  let state: State | undefined
  const begin = (): State => {
    next = undefined
    // This is a microtask: a tick that it asks for comes when no microtask is left.
    process.nextTick(() => snapshots.end())
    const asOf = snapshots.begin()
    if (state?.asOf !== asOf) state = { asOf, epoch: readEpoch(snapshots) }
    return state
  }
  return () => (next ??= setImmediate().then(begin))
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
