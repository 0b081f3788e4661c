/** Which of the servers of an address is the primary now: after a promotion it is another one. */
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { StoreError } from '../store-error.ts'
import type { Address, ServerAddress } from './address.ts'
import { explainError } from './explain-error.ts'
import { askOnce, ignore, openPool, readRole, readTimeline, requireRole } from './open-pool.ts'

/** The pool of the primary. */
export interface Primary {
  /** Rejects with `unreachable` where no server is one. */
  pool(): Promise<Pool>
  /** What was asked of the pool failed for want of its server: it is looked for again before something is asked next. */
  doubt(): void
  close(): Promise<void>
}

interface PrimaryOptions {
  /** The most connections to it at the same time. */
  readonly connections: number
  /** How long to wait for a connection, and for an answer to what it is. */
  readonly timeoutMs: number
}

/** So long the silent are waited for when one has said that it is the primary: two may say so. */
const graceMs = 500
/** So long nobody looks again after no server was found to be one. */
const restMs = 200

/** Connects when the pool is asked for the first time. */
export function findPrimary(address: Address, options: PrimaryOptions): Primary {
  const [server] = address.servers
  if (server === undefined) throw new Error('an address has a server')
  return address.servers.length === 1 ? onlyOne(address, server, options) : oneOfSeveral(address, options)
}

function onlyOne(address: Address, server: ServerAddress, options: PrimaryOptions): Primary {
  const pool = openPool(address, server, {
    ...options,
    check: async (client) => requireRole('primary', await readRole(client, options.timeoutMs), server.name),
  })
  return { pool: () => Promise.resolve(pool), doubt: ignore, close: () => pool.end() }
}

interface Found {
  readonly server: ServerAddress
  readonly timeline: number
}

function oneOfSeveral(address: Address, options: PrimaryOptions): Primary {
  /** A server with a lower one was deposed, whatever it says. */
  let timeline = 1
  let current: { readonly server: ServerAddress; readonly pool: Pool } | undefined
  let isDoubted = false
  let looking: Promise<Pool> | undefined
  let failure = { error: new Error('nobody has looked'), until: 0 }

  function requireCurrent(found: Found): Found {
    requireRole('primary', found.timeline === 0, found.server.name)
    if (found.timeline >= timeline) return found
    throw new StoreError('unreachable', `The server of ${found.server.name} was replaced by another primary.`)
  }

  async function ask(server: ServerAddress): Promise<Found> {
    try {
      const read = askOnce(address, server, options.timeoutMs, (client) =>
        readTimeline(client, options.timeoutMs),
      )
      return requireCurrent({ server, timeline: await read })
    } catch (error) {
      throw explainError(error, server.name)
    }
  }

  async function look(): Promise<Pool> {
    const found = await findHighest(address.servers.map(ask)).catch((error: unknown) => {
      throw explainAll(error, address.name)
    })
    timeline = Math.max(timeline, found.timeline)
    isDoubted = false
    if (current?.server === found.server) return current.pool
    void current?.pool.end().catch(ignore)
    const { server } = found
    const pool = openPool(address, server, {
      ...options,
      check: async (client) => {
        requireCurrent({ server, timeline: await readTimeline(client, options.timeoutMs) })
      },
    })
    current = { server, pool }
    // An idle connection was lost, perhaps with its server.
    pool.on('error', () => {
      isDoubted = true
    })
    return pool
  }

  async function lookOnce(): Promise<Pool> {
    try {
      return await look()
    } catch (error) {
      if (error instanceof Error) failure = { error, until: performance.now() + restMs }
      throw error
    } finally {
      looking = undefined
    }
  }

  return {
    pool: () => {
      // Without a connection nothing would have told of a promotion.
      if (current !== undefined && !isDoubted && current.pool.totalCount > 0)
        return Promise.resolve(current.pool)
      if (looking === undefined && performance.now() < failure.until) return Promise.reject(failure.error)
      return (looking ??= lookOnce())
    },
    doubt: () => {
      isDoubted = true
    },
    close: async () => {
      await looking?.catch(ignore)
      await current?.pool.end()
    },
  }
}

/** Of those that are primaries the one with the highest timeline. Rejects where none is one. */
async function findHighest(asked: readonly Promise<Found>[]): Promise<Found> {
  const found: Found[] = []
  for (const each of asked) each.then((one) => found.push(one), ignore)
  const first = await Promise.any(asked)
  const timeUp = new AbortController()
  await Promise.race([
    Promise.allSettled(asked),
    setTimeout(graceMs, undefined, { signal: timeUp.signal }).catch(ignore),
  ])
  timeUp.abort()
  return found.reduce((best, one) => (one.timeline > best.timeline ? one : best), first)
}

/** What all servers refuse for one reason is told as that; anything else is an outage. */
function explainAll(error: unknown, name: string): unknown {
  const reasons: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  const [first] = reasons
  const told = reasons.filter((reason) => reason instanceof StoreError)
  if (told.length < reasons.length) return reasons.find((reason) => !(reason instanceof StoreError))
  const isOneReason = told.every(({ code }) => code !== 'unreachable' && code === told[0]?.code)
  if (isOneReason) return first
  const sentences = told.map(({ message }) => message).join(' ')
  return new StoreError('unreachable', `No server of ${name} is a primary that answers. ${sentences}`, error)
}
