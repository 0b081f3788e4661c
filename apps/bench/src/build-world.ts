/** Makes the world in an empty directory: plants by the operator's command, people and grants by the store. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, type RecordLine, type Records, type Store } from '@plant-store/store'
import { type ImportFigures, measureImport } from './measure-import.ts'
import type { Plan } from './plan.ts'
import { plantKey } from './write-plants.ts'

/** The part of a plan that says how large the world is. */
export type WorldSize = Pick<Plan, 'plants' | 'users' | 'plantsPerUser'>

/** What is written down beside the database. */
export interface WorldRecord {
  readonly madeAt: string
  readonly seconds: number
  /** All the plants, then twice as many: flat memory shows as two equal peaks. */
  readonly imports: readonly ImportFigures[]
  /** The token of the user who sees every plant. */
  readonly everything: string
  /** The tokens of the users who see `plantsPerUser` plants each. */
  readonly tokens: readonly string[]
  readonly revokedToken: string
  readonly expiredToken: string
}

/** Leaves `plants.db` and `world.json` in the directory. */
export async function buildWorld(
  directory: string,
  size: WorldSize,
  tell: (doing: string) => void,
): Promise<void> {
  const began = performance.now()
  const database = join(directory, 'plants.db')
  tell('importing the plants')
  const once = await measureImport(directory, database, size.plants)
  tell('importing twice as many into another database')
  const twice = await measureImport(directory, join(directory, 'twice.db'), 2 * size.plants)
  tell('adding users, grants and tokens')
  const store = await openStore({ database })
  try {
    const people = await addPeople(store, size)
    const record: WorldRecord = {
      madeAt: new Date().toISOString(),
      seconds: (performance.now() - began) / 1000,
      imports: [once, twice],
      ...people,
    }
    await writeFile(join(directory, 'world.json'), JSON.stringify(record), { mode: 0o600 })
  } finally {
    await store.close()
  }
  await Promise.all(
    ['twice.db', `${once.plants}.ndjson`, `${twice.plants}.ndjson`].map((name) => rm(join(directory, name))),
  )
}

type People = Pick<WorldRecord, 'everything' | 'tokens' | 'revokedToken' | 'expiredToken'>

async function addPeople(store: Store, size: WorldSize): Promise<People> {
  const keeper = 'keeper'
  await store.addUser(keeper)
  await store.grant({ user: keeper }, { all: true })
  await store.importUsers(batched(userLines(size)), refuse)
  await store.importGrants(batched(grantLines(size)), refuse)
  const everything = await store.createToken(keeper, 'bench')
  const tokens: string[] = []
  for (const { name } of userLines(size)) tokens.push((await store.createToken(name, 'bench')).secret)
  const expired = await store.createToken(keeper, 'expired')
  // Replaced without overlap, it expires at once.
  await store.rotateToken(expired.token.id, 0)
  const revoked = await store.createToken(keeper, 'revoked')
  await store.revokeToken(revoked.token.id)
  return {
    everything: everything.secret,
    tokens,
    expiredToken: expired.secret,
    revokedToken: revoked.secret,
  }
}

function* userLines({ users }: WorldSize): Generator<{ name: string }> {
  for (let user = 0; user < users; user += 1) yield { name: `gardener-${user}` }
}

/** Each user's plants lie all over the list, as they would after years of grants. */
function* grantLines({ plants, users, plantsPerUser }: WorldSize): Generator<{ user: string; key: string }> {
  const step = Math.floor(plants / plantsPerUser)
  for (const [user, { name }] of [...userLines({ plants, users, plantsPerUser })].entries()) {
    for (let nth = 0; nth < plantsPerUser; nth += 1) {
      yield { user: name, key: plantKey(((user % step) + nth * step) % plants) }
    }
  }
}

/** As a file would be read: a thousand lines at a time. */
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

function refuse({ line, reason }: { readonly line: number; readonly reason: string }): never {
  throw new Error(`line ${line} of the world can't be imported: ${reason}`)
}
