/** The services of `services/`, and the command that starts each, where its language is found. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { patienceMs } from '@plant-store/testkit'
import { JudgeFailure } from '../../src/run/judge.ts'
import { environments, findPython, provideEnvironment } from '../../src/adapters/schemathesis/environment.ts'
import type { TokenKind } from './people.ts'

/** What a service needs is not on this machine: the service can't be run, and nothing is said about it. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
}

/** One service in another language or framework. */
export interface OtherService {
  readonly name: string
  readonly tokens: TokenKind
  /**
   * Program and arguments; the users' file and the port are appended to them. `directory` is for what must be built.
   * Rejects with `NotFound` where the language is missing.
   */
  readonly command: (directory: string) => Promise<readonly [program: string, ...args: string[]]>
}

const folder = fileURLToPath(new URL('../../services/', import.meta.url))

/** These share an HTTP parser. */
export const servicesOnNode = [
  { name: 'express', tokens: 'jwt', command: onNode('express/server.js') },
  { name: 'fastify', tokens: 'jwt', command: onNode('fastify/server.js') },
  { name: 'hono', tokens: 'jwt', command: onNode('hono/server.js') },
] as const satisfies readonly OtherService[]

export const servicesInOtherLanguages = [
  { name: 'fastapi', tokens: 'jwt', command: inPythonEnvironment('fastapi') },
  { name: 'go', tokens: 'text', command: builtByGo('go') },
  { name: 'python', tokens: 'text', command: onPython('python/server.py') },
] as const satisfies readonly OtherService[]

const otherServices: readonly OtherService[] = [...servicesOnNode, ...servicesInOtherLanguages]

/** The service of that name. Throws a `RangeError` when there is none. */
export function otherService(name: string): OtherService {
  const found = otherServices.find((one) => one.name === name)
  if (found === undefined) {
    throw new RangeError(
      `There is no service ${JSON.stringify(name)}; there are ${otherServices.map((one) => one.name).join(', ')}.`,
    )
  }
  return found
}

function onNode(file: string): OtherService['command'] {
  return () => Promise.resolve([process.execPath, join(folder, file)])
}

function onPython(file: string): OtherService['command'] {
  return async () => {
    const python = await orNotFound(findPython(undefined, patience()))
    return [python, join(folder, file)]
  }
}

/** The service's packages are installed once for each state of its lock file. */
function inPythonEnvironment(name: string): OtherService['command'] {
  return async () => {
    const python = await orNotFound(
      provideEnvironment({
        signal: patience(),
        directory: join(environments, name),
        requirements: join(folder, name, 'requirements.txt'),
      }),
    )
    return [python, join(folder, name, 'server.py')]
  }
}

function builtByGo(name: string): OtherService['command'] {
  return async (directory) => {
    const program = join(directory, name)
    // The installed Go builds it: no other version is downloaded.
    const options = { cwd: join(folder, name), env: { ...process.env, GOTOOLCHAIN: 'local' } }
    try {
      await promisify(execFile)('go', ['build', '-o', program, '.'], options)
    } catch (error) {
      if (isMissing(error)) throw new NotFound('Go is missing: there is no go on the PATH.')
      throw error
    }
    return [program]
  }
}

async function orNotFound(python: Promise<string>): Promise<string> {
  try {
    return await python
  } catch (error) {
    if (error instanceof JudgeFailure) throw new NotFound(error.message)
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const patience = (): AbortSignal => AbortSignal.timeout(patienceMs)
