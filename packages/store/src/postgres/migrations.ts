/** Which migrations a database of PostgreSQL has yet to take. */
import {
  type AppliedRow,
  foreign,
  type Migration,
  readMigrations,
  stepsAfter,
  type StepsOptions,
} from '../migration-steps.ts'
import { query, type Reading } from './connection.ts'

/** Named unlike SQLite's: in the package that is packed, both stand beside each other. */
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
 * What the database has yet to take, oldest first; all of it where it is empty (`isEmpty`). Rejects with `foreign`,
 * `unfinished`, `newer` or `damaged` where it can't be brought forward.
 */
export async function pendingMigrations(
  reading: Reading,
  migrations: readonly Migration[],
  options?: StepsOptions,
): Promise<{ readonly pending: readonly Migration[]; readonly isEmpty: boolean }> {
  const [columns] = (await reading.row(sql.recordColumns)) ?? [0]
  if (columns === 4) {
    const applied = await reading.rows(sql.applied)
    return { pending: stepsAfter(applied, migrations, reading.database, options), isEmpty: false }
  }
  const [relations] = (await reading.row(sql.relations)) ?? [0]
  if (relations > 0) throw foreign(reading.database)
  return { pending: migrations, isEmpty: true }
}
