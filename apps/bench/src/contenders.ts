/** The contenders: the programs that are compared. */
import { fileURLToPath } from 'node:url'
import process from 'node:process'
import type { Command, Cores } from './processes/cores.ts'
import { type Program, startProgram } from './processes/start-program.ts'
import { plantStoreCommand, type Version } from './versions/version.ts'
import type { World } from './world/find-world.ts'

export type ContenderName =
  | 'Plant Store'
  | 'before'
  | 'Fastify'
  | 'Fastify operated'
  | 'Koa'
  // Our service, compared with itself.
  | `${number} workers`

/** A program that answers `GET /plants` from the database of a world. */
export interface Contender {
  readonly name: ContenderName
  /** What it does for each request, for the reader of the figures. */
  readonly does: string
  readonly kind: 'ours' | 'peer'
  /** Whether long lists are streamed. Other contenders build the whole list before they send the first byte. */
  readonly streams: boolean
  readonly world: World
  readonly command: Command
}

/** A contender that listens. */
export interface RunningContender {
  readonly contender: Contender
  readonly program: Program
}

/** A version of the service, and the world it can read. */
export interface Candidate {
  readonly version: Version
  readonly world: World
}

/** The service, its earlier version, and its peers, which read the current world. */
export function listContenders(current: Candidate, before: Candidate | undefined): readonly Contender[] {
  const { world } = current
  const peer = (file: string): Command => [
    process.execPath,
    fileURLToPath(new URL(`peers/${file}.ts`, import.meta.url)),
    world.databases.forOwner,
  ]
  const all: readonly Contender[] = [
    service('Plant Store', current),
    ...(before === undefined ? [] : [service('before', before)]),
    {
      name: 'Fastify',
      does: 'token, limit and plants from the same database, with its defaults; no log; a list is made in one go',
      kind: 'peer',
      streams: false,
      world,
      command: peer('fastify'),
    },
    {
      name: 'Fastify operated',
      does: 'the same as an operator runs it: its log, request ids, metrics and @fastify/etag; long lists as streams',
      kind: 'peer',
      streams: true,
      world,
      command: peer('fastify-operated'),
    },
    {
      name: 'Koa',
      does: 'koa, @koa/router and koa-bearer-token as they come; no log; a list is made in one go',
      kind: 'peer',
      streams: false,
      world,
      command: peer('koa'),
    },
  ]
  // The others don't support PostgreSQL.
  return world.databases.engine === 'sqlite'
    ? all
    : all.filter(({ name, kind }) => kind === 'ours' || name.startsWith('Fastify'))
}

function service(name: 'Plant Store' | 'before', { version, world }: Candidate): Contender {
  return {
    name,
    does:
      name === 'before'
        ? `the service of commit ${version.commit}, with its defaults`
        : 'the service as it is delivered: request log, metrics, request ids, ETag, checks of the request',
    kind: 'ours',
    streams: true,
    world,
    command: [...plantStoreCommand(version), 'serve'],
  }
}

/**
 * Starts the contender on the core for servers. Our service has its default settings, except for the ports and the
 * variables given in `settings`. `flags` are Node's.
 */
export async function startContender(
  contender: Contender,
  cores: Cores,
  flags: readonly string[] = [],
  settings: Readonly<Record<`PLANT_STORE_${string}`, string>> = {},
): Promise<RunningContender> {
  const env = {
    PLANT_STORE_DATABASE: contender.world.databases.forService,
    PLANT_STORE_PORT: '0',
    PLANT_STORE_OPERATOR_PORT: '0',
    PLANT_STORE_LOG_FORMAT: 'json',
    // The callers of long lists are only three users.
    PLANT_STORE_USER_STREAM_SHARE: '100',
    ...settings,
  }
  const [node, ...program] = contender.command
  return { contender, program: await startProgram(cores.onServerCore([node, ...flags, ...program]), env) }
}
