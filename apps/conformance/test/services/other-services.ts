/** The services of `services/`: how each is built and started, where its language is found. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { patienceMs } from '@plant-store/testkit'
import { CheckerFailure } from '../../src/run/checker.ts'
import { environments, findPython, provideEnvironment } from '../../src/adapters/schemathesis/environment.ts'
import type { TokenKind } from './users.ts'

/** What a service needs is not on this machine: the service can't be run, and nothing is said about it. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
}

type Words = readonly [program: string, ...args: string[]]

/** One service in another language or framework. Its commands run in its folder. */
interface OtherService {
  readonly tokens: TokenKind
  /** Succeeds where there is all that the service needs. */
  readonly needs?: Words
  /** Builds it into a directory that is kept, so that a second time is short. */
  readonly build?: (built: string) => Words
  /** The users' file and the port are appended. */
  readonly start: (built: string, name: string) => Words | Promise<Words>
}

const folder = fileURLToPath(new URL('../../services/', import.meta.url))

const onNode: OtherService = { tokens: 'jwt', start: () => [process.execPath, 'server.js'] }

/** The installed Go builds it: no other version is downloaded. */
const onGo: OtherService = {
  tokens: 'text',
  needs: ['go', 'mod', 'download'],
  build: (built) => ['go', 'build', '-o', join(built, 'service'), '.'],
  start: (built) => [join(built, 'service')],
}

/** Its packages are installed once for each state of its lock file. */
const startInEnvironment: OtherService['start'] = async (_built, name) => {
  const directory = join(environments, name)
  const requirements = join(folder, name, 'requirements.txt')
  return [await orNotFound(provideEnvironment({ signal: patience(), directory, requirements })), 'server.py']
}

const typescript = fileURLToPath(import.meta.resolve('typescript/package.json'))

/** A Java program that ends soon is started for less: half of the processor's time of a check went into compiling it. */
const shortLived = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] as const

const maven = ['mvn', '--quiet', '--batch-mode', '-Dstyle.color=never'] as const

/** A test file for each group. */
export const services = {
  node: {
    express: onNode,
    fastify: onNode,
    hono: onNode,
    nestjs: {
      tokens: 'jwt',
      build: (built) => [process.execPath, join(typescript, '../bin/tsc'), '--outDir', built],
      start: (built) => [process.execPath, join(built, 'main.js')],
    },
  },
  interpreted: {
    django: { tokens: 'text', start: startInEnvironment },
    fastapi: { tokens: 'jwt', start: startInEnvironment },
    python: {
      tokens: 'text',
      start: async () => [await orNotFound(findPython(patience())), 'server.py'],
    },
    sinatra: {
      tokens: 'text',
      needs: ['ruby', '-rsinatra/base', '-rpuma', '-e', 'exit'],
      start: () => ['ruby', 'server.rb'],
    },
  },
  compiled: {
    axum: {
      tokens: 'text',
      needs: ['cargo', 'fetch', '--locked'],
      build: (built) => ['cargo', 'build', '--quiet', '--locked', '--target-dir', built],
      start: (built) => [join(built, 'debug/plants')],
    },
    'cpp-httplib': {
      tokens: 'text',
      needs: ['pkg-config', '--exists', '--print-errors', 'cpp-httplib', 'nlohmann_json'],
      build: (built) => ['make', '--silent', `built=${built}`],
      start: (built) => [join(built, 'service')],
    },
    gin: onGo,
    go: onGo,
    spring: {
      tokens: 'jwt',
      needs: [...maven, 'dependency:resolve', 'dependency:resolve-plugins'],
      build: (built) => [...maven, 'package', `-Dbuilt=${built}`],
      start: (built) => ['java', ...shortLived, '-jar', join(built, 'plants.jar')],
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OtherService>>>>

const all: Readonly<Record<string, OtherService>> = Object.assign({}, ...Object.values(services))

/** A service that is there to be started. */
export interface Ready {
  readonly tokens: TokenKind
  readonly cwd: string
  readonly words: Words
}

/**
 * Builds the service of that name. Rejects with `NotFound` where what it needs is missing, and with a `RangeError` when
 * there is no such service.
 */
export async function prepare(name: string): Promise<Ready> {
  const { tokens, needs, build, start } = all[name] ?? noSuch(name)
  const cwd = join(folder, name)
  const built = join(folder, '.plant-store', name)
  if (needs !== undefined) await run(needs, cwd).catch(toNotFound)
  if (build !== undefined) {
    await mkdir(built, { recursive: true })
    await run(build(built), cwd)
  }
  return { tokens, cwd, words: await start(built, name) }
}

async function run([program, ...args]: Words, cwd: string): Promise<void> {
  const env = { ...process.env, GOTOOLCHAIN: 'local', MAVEN_OPTS: shortLived.join(' ') }
  await promisify(execFile)(program, args, { cwd, env, timeout: 9 * patienceMs })
}

/** Says which program is missing, or the last that it said. */
function toNotFound(error: Error & { readonly code?: unknown; readonly stderr?: string }): never {
  const said = error.stderr?.trimEnd().split('\n').at(-1) ?? ''
  throw new NotFound(error.code === 'ENOENT' ? `it needs a program, ${error.message}` : said || error.message)
}

function noSuch(name: string): never {
  throw new RangeError(
    `There is no service ${JSON.stringify(name)}; there are ${Object.keys(all).toSorted().join(', ')}.`,
  )
}

async function orNotFound(python: Promise<string>): Promise<string> {
  try {
    return await python
  } catch (error) {
    if (error instanceof CheckerFailure) throw new NotFound(error.message)
    throw error
  }
}

const patience = (): AbortSignal => AbortSignal.timeout(patienceMs)
