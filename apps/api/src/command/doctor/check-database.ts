/** Is there a database, is it intact, and does it accept the token? */
import {
  isProblem,
  isWellFormedToken,
  nameDatabase,
  openStore,
  type Store,
  StoreError,
  type TokenRefusal,
} from '@plant-store/store'
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

const meanings: Readonly<Record<TokenRefusal['refusal'], string>> = {
  malformed: 'It is mistyped or cut: copy it again, from pst_ to its last character.',
  unknown:
    'The database has no such token: it is of another database, or its user was removed. Make one with plant-store tokens create.',
  expired: 'It has expired. Make another with plant-store tokens create.',
  'user disabled': 'Its user is disabled. Enable the user with plant-store users enable.',
  revoked: 'It was revoked. Make another with plant-store tokens create.',
}

export async function checkToken(token: string | undefined, store: Store | undefined): Promise<Check> {
  if (token === undefined)
    return skipped('token', 'None was given. Give one with --token-file or PLANT_STORE_TOKEN.')
  if (!isWellFormedToken(token)) return failed('token', meanings.malformed)
  if (store === undefined)
    return passed('token', 'It is well-formed. Only the database can tell whether it is valid.')
  const session = await store.openSession(token)
  return 'refusal' in session
    ? failed('token', meanings[session.refusal])
    : passed('token', `The database accepts it; it belongs to user ${session.principal.user}.`)
}
