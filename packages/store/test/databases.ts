/** Databases of either engine, and access to them without the store. */
import { isPostgresUrl } from '../src/index.ts'
import * as postgres from './postgres/databases.ts'
import * as sqlite from './sqlite/temporary.ts'

export const engines = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]

/** A fresh database of this version, without content. */
export function emptyDatabase(engine: Engine): Promise<string> {
  return engine === 'SQLite' ? Promise.try(sqlite.temporaryDatabase) : postgres.migratedDatabase()
}

/** The same, for hundreds of them. Each is released once nobody uses it. */
export async function quickDatabase(
  engine: Engine,
): Promise<{ readonly database: string; readonly release: () => Promise<void> }> {
  if (engine === 'SQLite') return { database: sqlite.quickDatabase(), release: async () => {} }
  const database = await postgres.quickDatabase()
  return { database, release: () => postgres.returnDatabase(database) }
}

/** Runs statements. */
export async function execute(database: string, sql: string): Promise<void> {
  if (isPostgresUrl(database)) await postgres.readRaw(database, sql)
  else sqlite.executeRaw(database, sql)
}

/** The rows of a statement, as objects. */
export function readRows(database: string, sql: string): Promise<Record<string, unknown>[]> {
  return isPostgresUrl(database)
    ? postgres.readRaw(database, sql)
    : Promise.try(() => sqlite.readRows(database, sql))
}
