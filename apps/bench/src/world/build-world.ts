/** Makes the world of a version in an empty directory: plants with its command, users and grants with its store. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordLine, Records, Store } from '@plant-store/store'
import type { Config } from '../config.ts'
import { importStore, type Version } from '../versions/version.ts'
import type { Databases, Grant } from './database.ts'
import { type ImportFigures, measureImport } from './measure-import.ts'
import { plantKey } from './write-plants.ts'

/** The part of the configuration that says how large the world is. */
export type WorldSize = Pick<Config, 'plants' | 'users' | 'plantsPerUser'>

/** The record written beside the database. */
export interface WorldRecord {
  readonly madeAt: string
  readonly seconds: number
  /** One import of all plants, then one of twice as many: flat memory shows as two equal peaks. */
  readonly imports: readonly ImportFigures[]
  /** The tokens of the users who see every plant; `everything` is the first of them. */
  readonly keepers: readonly string[]
  readonly everything: string
  /** The tokens of the users who see `plantsPerUser` plants each. */
  readonly tokens: readonly string[]
  readonly revokedToken: string
  readonly expiredToken: string
}

/** Writes `world.json` to the directory, beside the databases that are open there. */
export async function buildWorld(
  version: Version,
  directory: string,
  databases: Databases,
  size: WorldSize,
  onProgress: (step: string) => void,
): Promise<void> {
  const began = performance.now()
  const { forOwner: database } = databases
  onProgress('importing the plants')
  const once = await measureImport(version, directory, database, size.plants)
  onProgress('importing twice as many into another database')
  const twice = await databases.withSpare((spare) =>
    measureImport(version, directory, spare, 2 * size.plants),
  )
  onProgress('adding users, grants and tokens')
  const { openStore } = await importStore(version)
  const store = await openStore({ database })
  try {
    const tokens = await addUsers(store, databases, size)
    await databases.settle()
    const record: WorldRecord = {
      madeAt: new Date().toISOString(),
      seconds: (performance.now() - began) / 1000,
      imports: [once, twice],
      ...tokens,
    }
    await writeFile(join(directory, 'world.json'), JSON.stringify(record), { mode: 0o600 })
  } finally {
    await store.close()
  }
  await Promise.all([once, twice].map(({ plants }) => rm(join(directory, `${plants}.ndjson`))))
}

/** The tokens of a world. */
export type WorldTokens = Pick<
  WorldRecord,
  'keepers' | 'everything' | 'tokens' | 'revokedToken' | 'expiredToken'
>

/** They ask for long lists. */
const keeperNames = ['first keeper', 'second keeper', 'third keeper'] as const

async function addUsers(
  store: Store,
  { addGrants }: Pick<Databases, 'addGrants'>,
  size: WorldSize,
): Promise<WorldTokens> {
  const keepers: string[] = []
  for (const keeper of keeperNames) {
    await store.addUser(keeper)
    await store.grant({ user: keeper }, { all: true })
    keepers.push((await store.createToken(keeper, 'bench')).secret)
  }
  await store.importUsers(batched(userLines(size)), reject)
  if (addGrants === undefined) await store.importGrants(batched(grantLines(size)), reject)
  else {
    await addGrants(grantLines(size))
    await store.rebuildAccess()
  }
  const [keeper] = keeperNames
  const tokens: string[] = []
  for (const { name } of userLines(size)) tokens.push((await store.createToken(name, 'bench')).secret)
  const expired = await store.createToken(keeper, 'expired')
  // A token rotated without overlap expires at once.
  await store.rotateToken(expired.token.id, 0)
  const revoked = await store.createToken(keeper, 'revoked')
  await store.revokeToken(revoked.token.id)
  return {
    keepers,
    everything: keepers[0] ?? '',
    tokens,
    expiredToken: expired.secret,
    revokedToken: revoked.secret,
  }
}

function* userLines({ users }: WorldSize): Generator<{ name: string }> {
  for (let user = 0; user < users; user += 1) yield { name: `gardener-${user}` }
}

/** Each user's plants are spread over the whole list, as after years of grants. */
function* grantLines({ plants, users, plantsPerUser }: WorldSize): Generator<Grant> {
  const step = Math.floor(plants / plantsPerUser)
  for (const [user, { name }] of [...userLines({ plants, users, plantsPerUser })].entries()) {
    for (let nth = 0; nth < plantsPerUser; nth += 1) {
      yield { user: name, key: plantKey(((user % step) + nth * step) % plants) }
    }
  }
}

/** Yields a thousand lines at a time, as a file would be read. */
// oxlint-disable-next-line typescript/require-await -- the store awaits its records, wherever they come from
async function* batched(values: Iterable<unknown>): Records {
  let batch: RecordLine[] = []
  let line = 0
  for (const value of values) {
    line += 1
    batch.push({ line, value })
    if (batch.length < 1000) continue
    yield batch
    batch = []
  }
  yield batch
}

function reject({ line, reason }: { readonly line: number; readonly reason: string }): never {
  throw new Error(`line ${line} of the world can't be imported: ${reason}`)
}
