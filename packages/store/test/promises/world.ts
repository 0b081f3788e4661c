/** What a promise is checked on: an empty store, its clock, and a second store over the same database. */
import {
  StoreError,
  type Store,
  type StoreErrorCode,
  readRecords,
  type ImportOutcome,
} from '../../src/index.ts'
import assert from 'node:assert/strict'

export interface World {
  readonly store: Store
  readonly clock: { now: number }
  /** Opens another store over the same database, as another process would. It is closed with the world. */
  readonly open: () => Promise<Store>
}

/** Makes a fresh world. */
export type OpenWorld = () => Promise<World & { close(): Promise<void> }>

/** Guarantees by name, with what shows each. */
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

/** Imports NDJSON and leaves its problems aside. */
export function importText(
  store: Store,
  load: 'importPlants' | 'importUsers' | 'importGrants',
  text: string,
): Promise<ImportOutcome> {
  return store[load](readRecords(bytesOf(text), 'ndjson'), () => undefined)
}

export async function* bytesOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks)
    yield await Promise.resolve(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
}

/** The names of the plants that the holder of a token may see, page by page. */
export async function namesSeen(store: Store, secret: string, size = 1000): Promise<string[]> {
  const principal = await store.authenticate(secret)
  assert.ok(typeof principal === 'object', 'the token was refused')
  const names: string[] = []
  let after: number | undefined = 0
  while (after !== undefined) {
    const page = await store.page(principal.userId, after, size)
    names.push(...page.plants.map(({ name }) => name))
    after = page.last
  }
  return names
}

/** Checks that a promise rejects with a `StoreError` that says what is wrong. */
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
