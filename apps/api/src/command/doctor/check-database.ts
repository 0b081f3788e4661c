/** Is there a database, and is it whole? */
import { openStore, type Store, StoreError } from '@plant-store/store'
import { type Check, failed, passed, skipped } from './check.ts'

/**
 * Opens the database, runs the checks that can use it, and closes it; they get undefined where there is none.
 * `named` says whether somebody named the database: else this may well be the machine of a consumer.
 */
export async function* checkDatabase(
  database: string,
  named: boolean,
  rest: (store: Store | undefined) => AsyncIterable<Check>,
): AsyncGenerator<Check> {
  const store = await openStore({ database, readOnly: true }).catch(explain)
  if (store instanceof StoreError) {
    yield store.code === 'missing' && !named
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
  for await (const { detail } of store.verify()) {
    return failed('database', `${detail} plant-store verify names all that is wrong, and what to do.`)
  }
  return passed('database', `${database} opens, is of this version, and is whole.`)
}

function explain(fault: unknown): StoreError {
  if (fault instanceof StoreError) return fault
  throw fault
}
