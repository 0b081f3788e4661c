/** The databases of a world, in its directory: files of SQLite, or a server of PostgreSQL with files of its own. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../config.ts'
import { openPostgres } from './postgres.ts'

/** A user, and the key of a plant. */
export interface Grant {
  readonly user: string
  readonly key: string
}

/** What holds databases. Dispose of it before its directory is moved; it ends with this process at the latest. */
export interface Databases extends AsyncDisposable {
  readonly engine: Engine
  /** The address of the database with the plants, as the service is given it, and as whoever owns the tables is. */
  readonly forService: string
  readonly forOwner: string
  /** The process of the server, where there is one: its processor time is not in that of who asks it. */
  readonly pid: number | undefined
  /** A second database for a moment, at the address that `use` gets. */
  withSpare<T>(use: (address: string) => Promise<T>): Promise<T>
  /** Adds these grants of plants to users, where that takes minutes by the store; their access is to be rebuilt then. */
  readonly addGrants?: (grants: Iterable<Grant>) => Promise<void>
  /** To be called when everything is there: what an operator's server does by itself within minutes. */
  settle(): Promise<void>
}

/** Opens what is in the directory, or makes empty databases there. Rejects with a `BenchError`. */
export function openDatabases(engine: Engine, directory: string): Promise<Databases> {
  return engine === 'postgres' ? openPostgres(directory) : Promise.resolve(openSqlite(directory))
}

function openSqlite(directory: string): Databases {
  const file = join(directory, 'plants.db')
  return {
    engine: 'sqlite',
    forService: file,
    forOwner: file,
    pid: undefined,
    withSpare: async (use) => {
      const spare = join(directory, 'spare.db')
      try {
        return await use(spare)
      } finally {
        await rm(spare, { force: true })
      }
    },
    settle: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
}
