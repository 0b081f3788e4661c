/** Checks that an address is the server's own. */
import { StoreError } from '../store-error.ts'
import { query } from './connection.ts'
import { openDatabase } from './open-database.ts'

const process = query<[id: number]>('select pg_backend_pid()')

/**
 * Rejects with `unreadable` if a pooler answers at the address: `pg_dump` would leave its settings of a session to
 * whoever gets the connection next, and wait for ever if there is only one. Also rejects as `openStore` does.
 */
export async function requireServer(url: string): Promise<void> {
  const database = openDatabase({ database: url, connections: 1 })
  try {
    await database.transaction('read', async (tx) => {
      const [id] = (await tx.row(process)) ?? []
      if (id === tx.process) return
      throw new StoreError(
        'unreadable',
        `A pooler, such as PgBouncer, answers for ${tx.database}: give the address of the server itself, with --database.`,
      )
    })
  } finally {
    await database.close()
  }
}
