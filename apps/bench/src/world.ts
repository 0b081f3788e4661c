/** The world that is measured: made once for a machine, and kept in the directory for temporary files. */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buildWorld, type WorldRecord, type WorldSize } from './build-world.ts'

/** A database, and who may ask it. */
export interface World extends WorldRecord {
  readonly database: string
  /** Whether it was there already. */
  readonly kept: boolean
}

/** Where worlds are kept, and how. */
export interface WorldOptions {
  readonly directory: string
  /** Makes the world anew. */
  readonly rebuild: boolean
  /** Hears what is being done. */
  readonly tell: (doing: string) => void
}

/** Where worlds are kept unless told otherwise: big, and easily made again. */
export function usualDirectory(): string {
  return join(tmpdir(), `plant-store-bench-${userInfo().username}`)
}

/** Finds the world in its place, or makes it there, whole or not at all. */
export async function findWorld(
  { plants, users, plantsPerUser }: WorldSize,
  { directory, rebuild, tell }: WorldOptions,
): Promise<World> {
  const size = { plants, users, plantsPerUser }
  const family = `${plants}-plants-${users}-users-`
  const place = join(directory, family + (await fingerprint(size)))
  const found = rebuild ? undefined : await readWorld(place, true)
  if (found !== undefined) return found
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const workshop = await mkdtemp(join(directory, 'making-'))
  const sweep = (): void => {
    rmSync(workshop, { recursive: true, force: true, maxRetries: 3 })
  }
  // Ctrl-C ends the process where it stands.
  process.once('exit', sweep)
  try {
    await buildWorld(workshop, size, tell)
    await removeFamily(directory, family)
    await rename(workshop, place)
  } finally {
    sweep()
    process.off('exit', sweep)
  }
  const made = await readWorld(place, false)
  if (made === undefined) throw new Error(`${place} vanished while it was made`)
  return made
}

/** A world of this size that was made in another way will never be found again. */
async function removeFamily(directory: string, family: string): Promise<void> {
  const outdated = (await readdir(directory)).filter((name) => name.startsWith(family))
  for (const name of outdated) await rm(join(directory, name), { recursive: true })
}

async function readWorld(place: string, kept: boolean): Promise<World | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(join(place, 'world.json'), 'utf8'))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by buildWorld of this very text
    return { ...(record as WorldRecord), database: join(place, 'plants.db'), kept }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Another name for another size, other tables, or another way of making it. */
async function fingerprint(size: WorldSize): Promise<string> {
  const migrations = join(import.meta.dirname, '../../../packages/store/src/sqlite/migrations')
  const texts = [
    ...(await readdir(migrations)).toSorted().map((name) => join(migrations, name)),
    ...['build-world.ts', 'measure-import.ts', 'write-plants.ts'].map((name) =>
      join(import.meta.dirname, name),
    ),
  ]
  const hash = createHash('sha256').update(JSON.stringify(size))
  for (const text of texts) hash.update(await readFile(text))
  return hash.digest('hex').slice(0, 16)
}
