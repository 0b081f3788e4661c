/** Runs programs as leaders of their own process groups: neither they nor what they start outlives this process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** What to run, and how. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  /** Its whole environment; by default ours. */
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** When aborted, ends the group at once. */
  readonly signal: AbortSignal
  /** Called with every line that the program writes to its file descriptor 3. */
  readonly onLine?: (line: string) => void
}

/** How the program ended. */
export interface Ended {
  /** Null when it was killed. */
  readonly code: number | null
  /** The end of what it wrote to standard output and standard error. */
  readonly output: string
  /** The end of what it wrote to standard output alone. */
  readonly stdout: string
}

const maxOutput = 65_536

/**
 * Resolves when the program has ended, by itself or by the signal, and all its output has been read. Rejects when it
 * cannot be started. Its standard input stays open as long as this process lives.
 */
export async function runInGroup({ command, args, env, cwd, signal, onLine }: Program): Promise<Ended> {
  if (signal.aborted) return { code: null, output: '', stdout: '' }
  const child = spawn(command, args, {
    env,
    cwd,
    // Its own group: it can be ended with everything that it started, and no key pressed in our terminal reaches it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  await once(child, 'spawn')
  const kill = (): void => killGroup(child.pid)
  process.once('exit', kill)
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  // The type does not know the fourth stream: a pipe that the child writes to.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  createInterface({ input: child.stdio[3] as Readable }).on('line', (line) => onLine?.(line))
  const stdout = readEnd(child.stdout)
  const output = readEnd(child.stdout, child.stderr)
  const code = await ended
  signal.removeEventListener('abort', kill)
  process.off('exit', kill)
  // Ends whatever the program left behind.
  kill()
  return { code, output: output(), stdout: stdout() }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process is left in the group.
  }
}

function readEnd(...streams: readonly Readable[]): () => string {
  let text = ''
  const add = (piece: string): void => {
    text = (text + piece).slice(-maxOutput)
  }
  for (const stream of streams) stream.setEncoding('utf8').on('data', add)
  return () => text
}
