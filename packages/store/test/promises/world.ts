/** The world in which a promise is checked: an empty store, its clock, and more stores over the same database. */
import assert from 'node:assert/strict'
import type { Plant } from '@plant-store/contracts'
import {
  type ImportOutcome,
  maxPageSize,
  openStore,
  type OpenStoreOptions,
  type PlantReader,
  readRecords,
  type RecordFormat,
  type Session,
  type Store,
  StoreError,
  type StoreErrorCode,
} from '../../src/index.ts'

export interface World {
  readonly store: Store
  /** Its database, for access without the store. */
  readonly database: string
  readonly clock: { now: number }
  /** Opens another store over the same database, as another process would. It is closed with the world. */
  readonly open: (options?: Omit<OpenStoreOptions, 'database' | 'now'>) => Promise<Store>
}

/** Makes a fresh world. */
export type OpenWorld = () => Promise<World & { close(): Promise<void> }>

/** Promises by name, each with a test. */
export type Promises = Readonly<Record<string, (world: World) => Promise<void>>>

/** Adds plants from `name:tag` texts, in order. */
export async function addPlants(store: Store, ...texts: readonly string[]): Promise<void> {
  const lines = texts.map((text) => {
    const [name, tag] = text.split(':')
    return JSON.stringify({ name, tag })
  })
  const outcome = await importText(store, 'importPlants', lines.join('\n'))
  assert.equal(outcome.problems, 0)
}

/** Imports a file and ignores its problems. */
export function importText(
  store: Store,
  load: 'importPlants' | 'importUsers' | 'importGrants',
  text: string,
  format: RecordFormat = 'ndjson',
): Promise<ImportOutcome> {
  return store[load](readRecords(bytesOf(text), format), () => undefined)
}

export async function* bytesOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks)
    yield await Promise.resolve(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
}

/** Opens a store for one piece of work, as a command does. */
export async function withStore<T>(
  options: OpenStoreOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The session of an accepted token. */
export async function sessionOf(store: PlantReader, secret: string): Promise<Session> {
  const session = await store.openSession(secret)
  assert.ok('principal' in session, 'the token was refused')
  return session
}

/** Why a token is refused; `accepted` if it isn't. */
export async function refusalOf(store: PlantReader, secret: string): Promise<string> {
  const response = await store.openSession(secret)
  return 'refusal' in response ? response.refusal : 'accepted'
}

/** The plants that the holder of a token may see, page by page. */
export async function plantsSeen(store: PlantReader, secret: string, size = maxPageSize): Promise<Plant[]> {
  const session = await sessionOf(store, secret)
  const plants: Plant[] = []
  let page = await session.firstPage(size)
  while (page.last !== undefined) {
    assert.ok(page.plants.length <= size)
    plants.push(...page.plants)
    page = await session.nextPage(page, size)
  }
  return plants
}

/** The names of these plants. */
export async function namesSeen(store: PlantReader, secret: string, size?: number): Promise<string[]> {
  return (await plantsSeen(store, secret, size)).map(({ name }) => name)
}

/** The plants that a user may see, read with a token made for this. */
export async function plantsOf(store: Store, user: string): Promise<Plant[]> {
  return plantsSeen(store, (await store.createToken(user, 'to look')).secret)
}

/** Checks that a promise rejects with a `StoreError` of this code and message. */
export async function refusedWith(
  code: StoreErrorCode,
  message: RegExp,
  work: Promise<unknown>,
): Promise<void> {
  await assert.rejects(work, (failure) => {
    assert.ok(failure instanceof StoreError, String(failure))
    assert.equal(failure.code, code)
    assert.match(failure.message, message)
    return true
  })
}
