/** The contenders: the programs that are compared. */
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Service, startService } from '@plant-store/testkit'
import { BenchError } from './bench-error.ts'
import type { Command, Cores } from './processes.ts'
import { plantStoreCommand, type Version } from './versions.ts'
import type { World } from './world.ts'

/** A program that answers `GET /plants` from the database of a world. */
export interface Contender {
  readonly name: string
  /** What it does for each request, for the reader of the figures. */
  readonly does: string
  readonly world: World
  readonly command: Command
  readonly settings?: Readonly<Record<string, string | number>>
}

/** A contender that listens. */
export interface RunningContender {
  readonly contender: Contender
  readonly service: Service
}

/** A version of the service, and the world it can read. */
export interface Candidate {
  readonly version: Version
  readonly world: World
}

const peerFile = fileURLToPath(new URL('peers/fastify.ts', import.meta.url))

/** The service, its earlier version or several workers of it, and the peer, which knows SQLite only. */
export function listContenders(
  current: Candidate,
  before: Candidate | undefined,
  workers: number | undefined,
): readonly Contender[] {
  const ours = (name: string, { version, world }: Candidate, does: string): Contender => ({
    name,
    does,
    world,
    command: [...plantStoreCommand(version), 'serve'],
  })
  const { world } = current
  const delivered = `the service as it is delivered (commit ${current.version.commit}): request log, metrics, request ids, ETag, checks of the request`
  const operated =
    'token, limit and plants from the same database, as an operator runs it: its log, request ids, metrics and @fastify/etag; long lists as streams'
  const all: (Contender | undefined)[] = [
    ours('Plant Store', current, delivered),
    before && ours('before', before, `the service of commit ${before.version.commit}`),
    workers === undefined
      ? undefined
      : { ...ours(`${workers} workers`, current, 'the service with as many workers'), settings: { workers } },
  ]
  const peer: Command = [process.execPath, peerFile, world.database]
  if (world.databasePid === undefined) all.push({ name: 'Fastify', does: operated, world, command: peer })
  return all.filter((one) => one !== undefined)
}

/**
 * Starts the contender on the core for servers. Our service has its default settings, except for the ports and those
 * given. `flags` are Node's. Rejects with a `BenchError`.
 */
export async function startContender(
  contender: Contender,
  cores: Cores,
  flags: readonly string[] = [],
  settings: Readonly<Record<string, number>> = {},
): Promise<RunningContender> {
  const [node, ...program] = contender.command
  try {
    const service = await startService({
      command: cores.onServerCore([node, ...flags, ...program]),
      settings: { database: contender.world.database, ...contender.settings, ...settings },
      keepsLog: false,
    })
    return { contender, service }
  } catch (error) {
    throw new BenchError(error instanceof Error ? error.message : String(error))
  }
}
