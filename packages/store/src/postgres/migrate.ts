/** Brings a PostgreSQL database forward to the tables of this version; and opens one, also for the operators' work. */
import {
  applyPending,
  listMigrations,
  type MigrateOptions,
  type MigrationReport,
  pendingMigrations,
  reportOf,
  requireMigrated,
} from '../content/migration-steps.ts'
import { StoreError } from '../store-error.ts'
import { type Database as OperatorsDatabase, query, type Transaction } from '../admin/sql.ts'
import { type Database, openDatabase, type PostgresOptions } from './open-database.ts'

/**
 * Applies all pending migrations or none, under the lock of changes: only one process at a time, and no change
 * meanwhile. See `migrate`.
 */
export async function migratePostgres({
  database: url,
  dryRun = false,
}: MigrateOptions): Promise<MigrationReport> {
  const database = openDatabase({ database: url, connections: 1 })
  try {
    return await database.transaction(dryRun ? 'read' : 'write', async (tx) => {
      if (!dryRun) await lockChanges(tx)
      const { pending, isEmpty } = await pendingMigrations(tx)
      if (isEmpty) await requirePlace(tx)
      if (!dryRun && pending.length > 0) await applyPending(tx)
      return reportOf(isEmpty, pending, listMigrations(tx.dialect))
    })
  } finally {
    await database.close()
  }
}

const place = query<[encoding: string, schema: string | null, role: string, mayCreate: string]>(`
  select current_setting('server_encoding'), current_schema()::text, current_user::text,
    has_schema_privilege(current_schema(), 'create')::text`)

/** Rejects with `unreadable` if tables may not be created, or can't hold every text. */
async function requirePlace(tx: Transaction): Promise<void> {
  const [encoding, schema, role, mayCreate] = (await tx.row(place)) ?? ['', null, '', '']
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'unreadable',
      `${tx.database} is encoded in ${encoding}, which does not have every character. ` +
        "Make a database for it on its server with: create database … encoding 'UTF8' template template0.",
    )
  }
  if (schema === null) {
    throw new StoreError(
      'unreadable',
      `There is no schema for tables in ${tx.database}: make one that is in the search_path of the user, such as public.`,
    )
  }
  if (mayCreate === 'true') return
  throw new StoreError(
    'unreadable',
    `The role ${role} may not make tables in the schema ${schema} of ${tx.database}. ` +
      'Have the database owned by it, or grant it create on the schema.',
  )
}

/**
 * Opens a database that has exactly the migrations of this version. Rejects with `missing`, `unreachable`,
 * `unreadable`, `foreign`, `newer`, `outdated`, `damaged` or `invalid`.
 */
export async function openMigrated(options: PostgresOptions): Promise<Database> {
  const database = openDatabase(options)
  try {
    await database.transaction('read', requireMigrated)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The key of the advisory lock of changes: "PLNT" in ASCII. Other programs in the database use other keys. */
const changeLock = 0x50_4c_4e_54

/**
 * Waits until nobody else changes the database. The data from which access is derived then stays as it was read, and no
 * two changes wait for each other's rows.
 */
export async function lockChanges(tx: Transaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock($1)', changeLock)
}

/** The database behind a pool. Changes to one that is read-only reject with `unreadable`. */
export function operatorsDatabase(database: Database, readOnly: boolean): OperatorsDatabase {
  return {
    ...database,
    snapshot: (work) => database.transaction('read', work),
    change: (work, prepare) => {
      if (readOnly)
        throw new StoreError('unreadable', `The database ${database.database} can't be written to.`)
      return database.transaction('write', async (tx) => {
        await prepare?.(tx)
        await lockChanges(tx)
        return work(tx)
      })
    },
  }
}
