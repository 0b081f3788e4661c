/** The databases of a world, in its directory: SQLite files, or a PostgreSQL server with its files. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../config.ts'
import type { Databases } from './database.ts'
import { openPostgres } from './postgres.ts'

/** Opens the databases in the directory, or makes empty ones there. Rejects with a `BenchError`. */
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
