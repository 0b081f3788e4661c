/** Finds the primary of an address: the only server, or which of several it is now, since a promotion changes it. */
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { StoreError } from '../store-error.ts'
import type { Address, ServerAddress } from './address.ts'
import { explainError } from './explain-error.ts'
import { askOnce, ignore, openPool, readTimeline, requirePrimary, timed } from './open-pool.ts'

/** The pool of the primary. */
export interface Primary {
  /** Rejects with `unreachable` if no server is the primary. */
  pool(): Promise<Pool>
  /** Reports that a query failed because of the pool's server: the primary is sought again before the next query. */
  invalidate(): void
  close(): Promise<void>
}

/** How the primary's pool is opened. */
export interface PrimaryOptions {
  /** The maximum number of simultaneous connections. */
  readonly connections: number
  /** How long to wait for a connection, and for the response to what role it has. */
  readonly timeoutMs: number
}

/** Connects when the pool is first requested. */
export function findPrimary(address: Address, options: PrimaryOptions): Primary {
  const [server] = address.servers
  if (server === undefined) throw new Error('an address has a server')
  return address.servers.length === 1
    ? onlyOne(address, server, options)
    : new PrimaryOfSeveral(address, options)
}

function onlyOne(address: Address, server: ServerAddress, options: PrimaryOptions): Primary {
  const pool = openPool(address, server, {
    ...options,
    // Some servers that speak PostgreSQL's protocol can't answer more than this.
    check: async (client) => {
      const asked = timed('select pg_is_in_recovery() as it', options.timeoutMs)
      const { rows } = await client.query<{ it: unknown }>(asked)
      requirePrimary(rows[0]?.it, server.name)
    },
  })
  return { pool: () => Promise.resolve(pool), invalidate: ignore, close: () => pool.end() }
}

/** How long to wait for silent servers once one claims to be the primary: two may claim it. */
const graceMs = 500
/** How long to wait before searching again after no primary was found. */
const restMs = 200

interface Found {
  readonly server: ServerAddress
  readonly timeline: number
}

/** Searches for the primary when there is reason to, and keeps a pool for it. */
class PrimaryOfSeveral implements Primary {
  readonly #address: Address
  readonly #options: PrimaryOptions
  /** The highest timeline seen. A server with a lower one was deposed, whatever it claims. */
  #timeline = 1
  #current: { readonly server: ServerAddress; readonly pool: Pool } | undefined
  #isInvalid = false
  #looking: Promise<Pool> | undefined
  #failure = { error: new Error('nobody has looked'), until: 0 }

  constructor(address: Address, options: PrimaryOptions) {
    this.#address = address
    this.#options = options
  }

  pool(): Promise<Pool> {
    const pool = this.#current?.pool
    // Without an open connection, a promotion would have gone unnoticed.
    if (pool !== undefined && !this.#isInvalid && pool.totalCount > 0) return Promise.resolve(pool)
    const { error, until } = this.#failure
    if (this.#looking === undefined && performance.now() < until) return Promise.reject(error)
    return (this.#looking ??= this.#lookOnce())
  }

  invalidate(): void {
    this.#isInvalid = true
  }

  async close(): Promise<void> {
    await this.#looking?.catch(ignore)
    await this.#current?.pool.end()
  }

  async #lookOnce(): Promise<Pool> {
    const over = new AbortController()
    try {
      return this.#use(
        await findHighest(this.#address.servers.map((server) => this.#ask(server, over.signal))),
      )
    } catch (cause) {
      const error = explainAll(cause, this.#address.name)
      this.#failure = { error, until: performance.now() + restMs }
      throw error
    } finally {
      this.#looking = undefined
      // A server that hangs must not delay the end of a command.
      over.abort()
    }
  }

  #use({ server, timeline }: Found): Pool {
    this.#timeline = Math.max(this.#timeline, timeline)
    this.#isInvalid = false
    if (this.#current?.server === server) return this.#current.pool
    void this.#current?.pool.end().catch(ignore)
    const { timeoutMs } = this.#options
    const pool = openPool(this.#address, server, {
      ...this.#options,
      check: async (client) => {
        this.#require({ server, timeline: await readTimeline(client, timeoutMs) })
      },
    })
    // An idle connection was lost, perhaps along with its server.
    pool.on('error', () => this.invalidate())
    this.#current = { server, pool }
    return pool
  }

  async #ask(server: ServerAddress, givenUp: AbortSignal): Promise<Found> {
    const { timeoutMs } = this.#options
    try {
      const timeline = await askOnce(this.#address, server, { timeoutMs, givenUp }, (client) =>
        readTimeline(client, timeoutMs),
      )
      return this.#require({ server, timeline })
    } catch (error) {
      throw explainError(error, server.name)
    }
  }

  #require(found: Found): Found {
    requirePrimary(found.timeline === 0, found.server.name)
    if (found.timeline >= this.#timeline) return found
    throw new StoreError('unreachable', `The server of ${found.server.name} was replaced by another primary.`)
  }
}

/** Returns the primary with the highest timeline. Rejects if no server is a primary. */
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

/** Returns the common reason if all servers refuse for the same one, and any bug; everything else is an outage. */
function explainAll(cause: unknown, name: string): Error {
  const reasons: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause]
  const told = reasons.filter((reason) => reason instanceof StoreError)
  const bug = reasons.find((reason) => reason instanceof Error && !(reason instanceof StoreError))
  if (bug instanceof Error) return bug
  const [first] = told
  if (first !== undefined && first.code !== 'unreachable' && told.every(({ code }) => code === first.code))
    return first
  const sentences = told.map(({ message }) => message).join(' ')
  return new StoreError('unreachable', `No server of ${name} is a primary that answers. ${sentences}`, cause)
}
