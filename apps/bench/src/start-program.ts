/** Starts a server as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { BenchFailure } from './bench-failure.ts'
import type { Command } from './cores.ts'

/** A server that listens. Disposing of it kills it: it only reads, there is nothing to finish. */
export interface Program extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  /** Empty where the program has no operator's listener. */
  readonly operatorUrl: string
}

/**
 * Resolves when the program has written its `listening` record. What it writes after that is read and thrown away, so
 * that a log costs the program what it costs in service. Rejects with a `BenchFailure` when it ends before.
 */
export async function startProgram(
  command: Command,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const [program, ...args] = command
  const child = spawn(program, args, {
    env: { ...surroundings(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = killWithUs(child)
  const complaint = text(child.stderr)
  const listening = await readAnnouncement(child.stdout)
  if (listening === undefined) {
    await kill()
    throw new BenchFailure(`${command.join(' ')} did not start: ${await complaint}`)
  }
  child.stdout.resume()
  const { url, operatorUrl = '' } = listening
  return { pid: child.pid ?? 0, url, operatorUrl, [Symbol.asyncDispose]: kill }
}

/** The caller's environment without its own settings of the service; everyone runs as in production. */
export function surroundings(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PLANT_STORE_'))
  return { ...Object.fromEntries(own), NODE_ENV: 'production' }
}

/** Kills the child, waits for its end; when this process ends first, the child goes with it. */
export function killWithUs(child: ChildProcess): () => Promise<void> {
  const kill = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', kill)
  const closed = once(child, 'close').finally(() => {
    process.off('exit', kill)
  })
  // A program that isn't there is an error here, and an empty output for whoever reads from it.
  closed.catch(() => {})
  return async () => {
    kill()
    await closed.catch(() => {})
  }
}

interface Announcement {
  readonly url: string
  readonly operatorUrl?: string
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
