/** Finds the primary of an address, which may be one of several servers. */
import type { Pool } from 'pg'
import type { Address, ServerAddress } from './address.ts'
import { ignore, openPool, readRole, requireRole } from './open-pool.ts'
import { PrimaryOfSeveral } from './primary-of-several.ts'

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
  /** How long to wait for a connection, and for the answer to what role it has. */
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
    check: async (client) => requireRole('primary', await readRole(client, options.timeoutMs), server.name),
  })
  return { pool: () => Promise.resolve(pool), invalidate: ignore, close: () => pool.end() }
}
