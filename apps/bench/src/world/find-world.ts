/** Finds the world to measure: made once per machine and version, and kept in the directory for temporary files. */
import { createHash } from 'node:crypto'
import { globSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Config } from '../config.ts'
import type { Version } from '../versions/version.ts'
import type { Databases } from './database.ts'
import { buildWorld, type WorldRecord, type WorldSize } from './build-world.ts'
import { openDatabases } from './open-databases.ts'

/** An open database, and the tokens for requests. */
export interface World extends WorldRecord {
  readonly databases: Databases
  /** Whether it existed already. */
  readonly kept: boolean
}

/** Where worlds are kept, and how. */
export interface WorldOptions {
  readonly directory: string
  /** Makes the world anew. */
  readonly rebuild: boolean
  /** Called with each step. */
  readonly onProgress: (step: string) => void
}

/** The default place for worlds: they are big, but easily made again. */
export function defaultDirectory(): string {
  return join(tmpdir(), `plant-store-bench-${userInfo().username}`)
}

/**
 * Opens the world of a version in its place, or makes it there, completely or not at all. `name` keeps the worlds of
 * two versions apart. A world with the same name and size that was made differently is removed.
 */
export async function findWorld(
  { name, version }: { readonly name: 'current' | 'before'; readonly version: Version },
  { engine, plants, users, plantsPerUser }: WorldSize & Pick<Config, 'engine'>,
  { directory, rebuild, onProgress }: WorldOptions,
): Promise<World> {
  const size = { plants, users, plantsPerUser }
  const family = `${name}-${engine}-${plants}-plants-${users}-users-`
  // Another version makes its world as its commit does.
  const commit = name === 'before' ? version.commit : undefined
  const place = join(directory, family + (await fingerprint(version, [size, commit])))
  const found = rebuild ? undefined : await readRecord(place)
  if (found !== undefined) return { ...found, kept: true, databases: await openDatabases(engine, place) }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const workshop = await mkdtemp(join(directory, 'making-'))
  const sweep = (): void => {
    rmSync(workshop, { recursive: true, force: true, maxRetries: 3 })
  }
  // Ctrl-C ends the process without running `finally`.
  process.once('exit', sweep)
  try {
    await using databases = await openDatabases(engine, workshop)
    await buildWorld(version, workshop, databases, size, (step) => {
      onProgress(`making the database (${name}): ${step}`)
    })
    await databases[Symbol.asyncDispose]()
    await removeFamily(directory, family)
    await rename(workshop, place)
  } finally {
    sweep()
    process.off('exit', sweep)
  }
  const made = await readRecord(place)
  if (made === undefined) throw new Error(`${place} vanished while it was made`)
  return { ...made, kept: false, databases: await openDatabases(engine, place) }
}

async function removeFamily(directory: string, family: string): Promise<void> {
  const outdated = (await readdir(directory)).filter((entry) => entry.startsWith(family))
  for (const entry of outdated) await rm(join(directory, entry), { recursive: true })
}

async function readRecord(place: string): Promise<WorldRecord | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(join(place, 'world.json'), 'utf8'))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this `buildWorld`
    return record as WorldRecord
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Differs for another size, other tables, or another way of making the world. */
async function fingerprint({ root }: Version, parts: readonly unknown[]): Promise<string> {
  const store = join(root, 'packages/store')
  const tables = globSync('{src,migrations}/**/*.sql', { cwd: store })
  const files = [
    ...tables.toSorted().map((name) => join(store, name)),
    ...[
      'build-world.ts',
      'database.ts',
      'measure-import.ts',
      'open-databases.ts',
      'postgres.ts',
      'write-plants.ts',
    ].map((name) => join(import.meta.dirname, name)),
  ]
  const hash = createHash('sha256').update(JSON.stringify(parts))
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}
