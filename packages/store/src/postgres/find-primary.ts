/** The primary of an address, which may be one of several servers. */
import type { Pool } from 'pg'
import type { Address, ServerAddress } from './address.ts'
import { ignore, openPool, readRole, requireRole } from './open-pool.ts'
import { PrimaryOfSeveral } from './primary-of-several.ts'

/** The pool of the primary. */
export interface Primary {
  /** Rejects with `unreachable` where no server is one. */
  pool(): Promise<Pool>
  /** What was asked of the pool failed for want of its server: it is looked for again before something is asked next. */
  doubt(): void
  close(): Promise<void>
}

/** How its pool is opened. */
export interface PrimaryOptions {
  /** The most connections to it at the same time. */
  readonly connections: number
  /** How long to wait for a connection, and for an answer to what it is. */
  readonly timeoutMs: number
}

/** Connects when the pool is asked for the first time. */
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
    check: async (client) => requireRole('primary', await readRole(client, options.timeoutMs), server.name),
  })
  return { pool: () => Promise.resolve(pool), doubt: ignore, close: () => pool.end() }
}
