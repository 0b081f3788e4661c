/** Databases of either engine, and access to them without the store; and worlds over them: stores with a clock of their own. */
import * as postgres from './postgres/databases.ts'
import * as sqlite from './sqlite/temporary.ts'
import { isPostgresUrl, openStore, type OpenStoreOptions, type Store } from '../src/index.ts'
import type { OpenWorld, World } from './promises/world.ts'

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

/** `way` leads from the address of a database to the one that its stores connect to. */
export function openWorldOver(engine: Engine, way = (database: string): string => database): OpenWorld {
  return async () => {
    const { database, release } = await quickDatabase(engine)
    const open = (options: OpenStoreOptions): Promise<Store> =>
      openStore({ ...options, database: way(database) })
    return openWorldIn(database, open, release)
  }
}

/** A world in an empty database, which `release` gets back. */
export async function openWorldIn(
  database: string,
  openIn: (options: OpenStoreOptions) => Promise<Store>,
  release: () => Promise<void>,
): ReturnType<OpenWorld> {
  const clock = { now: Date.UTC(2030, 0, 1) }
  const stores: Store[] = []
  const open: World['open'] = async (options) => {
    const store = await openIn({ ...options, database, now: () => clock.now })
    stores.push(store)
    return store
  }
  return {
    store: await open(),
    database,
    clock,
    open,
    close: async () => {
      // Closing twice is the caller's mistake, but a test may have closed a store itself.
      for (const each of stores) await each.close().catch(() => undefined)
      await release()
    },
  }
}
