/** A PostgreSQL database as the operators' work needs it. */
import type { Database as OperatorsDatabase, Transaction } from '../admin/sql.ts'
import { StoreError } from '../store-error.ts'
import type { Database } from './connection.ts'

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
