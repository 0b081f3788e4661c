/** Is there a database, and is it intact? */
import { isProblem, nameDatabase, openStore, type Store, StoreError } from '@plant-store/store'
import { type Check, failed, passed, skipped } from './check.ts'

/**
 * Opens the database, runs the checks that can use it, and closes it. The checks get undefined where there is none.
 * `isClient` says that somebody named a service and no database: this may well be a client's machine.
 */
export async function* checkDatabase(
  database: string,
  isClient: boolean,
  rest: (store: Store | undefined) => AsyncIterable<Check>,
): AsyncGenerator<Check> {
  const store = await openStore({ database, readOnly: true }).catch(asStoreError)
  if (store instanceof StoreError) {
    yield store.code === 'missing' && isClient
      ? skipped('database', `There is none at ${database}. If it is elsewhere, name it with --database.`)
      : failed('database', store.message)
    yield* rest(undefined)
    return
  }
  try {
    yield await verifyDatabase(store, database)
    yield* rest(store)
  } finally {
    await store.close()
  }
}

async function verifyDatabase(store: Store, database: string): Promise<Check> {
  try {
    return await findFirstProblem(store, nameDatabase(database))
  } catch (error) {
    // A database user with the service's rights may not be allowed to inspect everything.
    if (!(error instanceof StoreError)) throw error
    return skipped('database', `It opens, and is of this version. ${error.message}`)
  }
}

async function findFirstProblem(store: Store, database: string): Promise<Check> {
  for await (const finding of store.verify()) {
    if (!isProblem(finding)) continue
    return failed(
      'database',
      `${database} has a problem: ${finding.detail}. See all problems, and what to do, with: plant-store verify`,
    )
  }
  return passed('database', `${database} opens, is of this version, and has no problems.`)
}

function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  throw error
}
