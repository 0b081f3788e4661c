/** Starts a server as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { BenchError } from '../bench-error.ts'
import type { Command } from './cores.ts'

/** A server that listens. Disposing of it kills it: it only reads, so it has nothing to finish. */
export interface Program extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  /** Asks it to end, as an operator does, and kills it after a minute. Resolves to its exit code; null if it was killed. */
  end(): Promise<number | null>
}

/**
 * Resolves when the program has written its `listening` record. Later output is read and thrown away, so that a log
 * costs the program what it costs in service. Rejects with a `BenchError` if the program ends first.
 */
export async function startProgram(
  command: Command,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const [program, ...args] = command
  const child = spawn(program, args, {
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = killOnExit(child)
  const stderr = text(child.stderr)
  const listening = await readAnnouncement(child.stdout)
  if (listening === undefined) {
    await kill()
    throw new BenchError(`${command.join(' ')} did not start: ${await stderr}`)
  }
  child.stdout.resume()
  const end = async (): Promise<number | null> => {
    const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
    await killOnExit(child, 'SIGTERM')()
    clearTimeout(late)
    return child.exitCode
  }
  return { pid: child.pid ?? 0, url: listening.url, end, [Symbol.asyncDispose]: kill }
}

/** The caller's environment without its settings for the service; every program runs as in production. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PLANT_STORE_'))
  return { ...Object.fromEntries(own), NODE_ENV: 'production' }
}

/** Returns a function that kills the child and waits for its end. The child is also killed when this process ends. */
export function killOnExit(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): () => Promise<void> {
  const kill = (): void => {
    child.kill(signal)
  }
  process.once('exit', kill)
  const closed = once(child, 'close').finally(() => {
    process.off('exit', kill)
  })
  // A missing program is an error here, and an empty output for its readers.
  closed.catch(() => {})
  return async () => {
    kill()
    await closed.catch(() => {})
  }
}

interface Announcement {
  readonly url: string
}

async function readAnnouncement(stdout: Readable): Promise<Announcement | undefined> {
  const lines = createInterface({ input: stdout })
  for await (const line of lines) {
    const record: unknown = JSON.parse(line)
    if (isAnnouncement(record)) return record
  }
  return undefined
}

function isAnnouncement(record: unknown): record is Announcement {
  return typeof record === 'object' && record !== null && 'msg' in record && record.msg === 'listening'
}
