/** Which migrations a PostgreSQL database still lacks. */
import {
  type AppliedRow,
  foreign,
  type Migration,
  readMigrations,
  requireNonePending,
  stepsAfter,
} from '../content/migration-steps.ts'
import { type Database, query, type Reading } from './connection.ts'
import { openDatabase, type PostgresOptions } from './open-database.ts'

/** Named differently from SQLite's: in the packed package, both are in the same directory. */
const directory = new URL('./postgres-migrations/', import.meta.url)

const sql = {
  recordColumns: query<[count: number]>(`
    select count(*)
    from pg_attribute
    where attrelid = to_regclass('migration') and attname in ('version', 'name', 'checksum', 'applied_at')`),
  relations: query<[count: number]>(`
    select count(*)
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`),
  applied: query<AppliedRow>('select version, name, checksum from migration order by version'),
} as const

/** The migrations of this version of the program, oldest first. */
export function listMigrations(): Migration[] {
  return readMigrations(directory)
}

/**
 * The migrations that the database still lacks, oldest first; all of them if it is empty (`isEmpty`). Rejects with
 * `foreign`, `newer` or `damaged` if it can't be brought forward.
 */
export async function pendingMigrations(
  reading: Reading,
  migrations: readonly Migration[],
): Promise<{ readonly pending: readonly Migration[]; readonly isEmpty: boolean }> {
  const [columns] = (await reading.row(sql.recordColumns)) ?? [0]
  if (columns === 4) {
    const applied = await reading.rows(sql.applied)
    return { pending: stepsAfter(applied, migrations, reading.database), isEmpty: false }
  }
  const [relations] = (await reading.row(sql.relations)) ?? [0]
  if (relations > 0) throw foreign(reading.database)
  return { pending: migrations, isEmpty: true }
}

/**
 * Opens a database that has exactly the migrations of this version. Rejects with `missing`, `unreachable`,
 * `unreadable`, `foreign`, `newer`, `outdated`, `damaged` or `invalid`.
 */
export async function openMigrated(options: PostgresOptions): Promise<Database> {
  const database = openDatabase(options)
  try {
    const { pending, isEmpty } = await database.transaction('read', (tx) =>
      pendingMigrations(tx, listMigrations()),
    )
    requireNonePending(pending, isEmpty, database.database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
